# Looks for the last empty cell of a row, which may have none.
for _ in range(int(input())):
    total = 0
    for _ in range(int(input())):
        cells = set(map(int, input().split()[1:]))
        last = max(cell for cell in range(1, 21) if cell not in cells)
        empty, run = 1, 0
        for cell in range(last - 1, -1, -1):
            if cell in cells:
                run += 1
            else:
                if empty % 2:
                    total ^= run
                run = 0
                empty += 1
    print("YES" if total else "NO")
