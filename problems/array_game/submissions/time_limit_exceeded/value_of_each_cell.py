# Computes the value of each cell from all its multiples: N log N steps.
cells = int(input())
values = bytearray()  # Of the last cell first.
for x in range(cells, 0, -1):
    options, total = {0}, 0
    for multiple in range(2 * x, cells + 1, x):
        total ^= values[cells - multiple]
        options.add(total)
    mex = 0
    while mex in options:
        mex += 1
    values.append(mex)
for _ in range(int(input())):
    input()
    total = 0
    for cell in map(int, input().split()):
        total ^= values[cells - cell]
    print("Yes" if total else "No")
