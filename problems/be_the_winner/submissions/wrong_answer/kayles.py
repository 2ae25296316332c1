# Takes rows for those of a game in which at most two neighbours are taken.
# 按最多取两个相邻苹果的游戏来算
import sys

values = [0]
for n in range(1, 101):
    reached = {values[a] ^ values[n - k - a] for k in (1, 2) if k <= n for a in range(n - k + 1)}
    values.append(next(v for v in range(200) if v not in reached))
numbers = iter(map(int, sys.stdin.read().split()))
for n in numbers:
    rows = [next(numbers) for _ in range(n)]
    total = 0
    for row in rows:
        total ^= values[row]
    print("Yes" if (total != 0) == (max(rows) > 1) else "No")
