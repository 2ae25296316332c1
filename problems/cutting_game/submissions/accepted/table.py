import sys

sheets = [tuple(map(int, line.split())) for line in sys.stdin]
side = max(map(max, sheets))
value = [[0] * (side + 1) for _ in range(side + 1)]
for w in range(2, side + 1):
    for h in range(2, w + 1):
        seen = {value[i][h] ^ value[w - i][h] for i in range(2, w // 2 + 1)}
        seen |= {value[w][j] ^ value[w][h - j] for j in range(2, h // 2 + 1)}
        mex = 0
        while mex in seen:
            mex += 1
        value[w][h] = value[h][w] = mex
for w, h in sheets:
    print("WIN" if value[w][h] else "LOSE")
