# Asks each row alone who wins it and takes the parity of the won ones.
# 只看单独必胜的行数的奇偶
for _ in range(int(input())):
    won = 0
    for _ in range(int(input())):
        cells = set(map(int, input().split()[1:]))
        total = empty = run = 0
        for cell in range(20, -1, -1):
            if cell in cells:
                run += 1
            else:
                if empty % 2:
                    total ^= run
                run = 0
                empty += 1
        won += total > 0
    print("YES" if won % 2 else "NO")
