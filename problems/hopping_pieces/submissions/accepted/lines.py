for _ in range(int(input())):
    total = 0
    for _ in range(int(input())):
        cells = set(map(int, input().split()[1:]))
        empty = run = 0
        for cell in range(20, -1, -1):
            if cell in cells:
                run += 1
            else:
                if empty % 2:
                    total ^= run
                run = 0
                empty += 1
    print("YES" if total else "NO")
