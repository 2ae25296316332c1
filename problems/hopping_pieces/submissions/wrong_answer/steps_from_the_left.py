# Numbers the empty cells from the left, where the pieces go to the right.
# 从左边给空格编号，而棋子是向右走的
for _ in range(int(input())):
    total = 0
    for _ in range(int(input())):
        cells = set(map(int, input().split()[1:]))
        step = run = 0
        for cell in range(1, 21):
            if cell in cells:
                run += 1
            else:
                if step % 2 == 0:
                    total ^= run
                run = 0
                step += 1
    print("YES" if total else "NO")
