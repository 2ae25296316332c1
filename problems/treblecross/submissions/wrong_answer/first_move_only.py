# Prints the first winning move where all are asked for.
# 应输出所有必胜的走法，却只输出第一个
import re

# The values of runs of cells that are far enough from all crosses.
values = [0]
for run in range(1, 201):
    seen = {values[max(i - 2, 0)] ^ values[max(run - i - 3, 0)] for i in range(run)}
    values.append(next(value for value in range(run + 1) if value not in seen))


def winning_moves(row):
    n = len(row)
    at_once = [i + 1 for i in range(n) if row[i] == "." and "XXX" in row[:i] + "X" + row[i + 1 :]]
    if at_once:
        return at_once[:1]
    # Safe cells have no cross within two cells.
    safe = "".join(" " if "X" in row[max(i - 2, 0) : i + 3] else "." for i in range(n))
    runs = [run.span() for run in re.finditer(r"\.+", safe)]
    total = 0
    for start, end in runs:
        total ^= values[end - start]
    moves = []
    for start, end in runs:
        others = total ^ values[end - start]
        for i in range(start, end):
            if others == values[max(i - 2 - start, 0)] ^ values[max(end - i - 3, 0)]:
                moves.append(i + 1)
    return moves[:1]


for _ in range(int(input())):
    moves = winning_moves(input())
    print("WINNING" if moves else "LOSING")
    print(*moves)
