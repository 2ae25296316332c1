# Takes the first half of the players for your team.
# 以为前一半的人是我方的
import sys

for line in sys.stdin:
    n, *numbers = map(int, line.split())
    if n == 0:
        break
    stones, limits = numbers[0], numbers[1:]
    limits = [limits[i // 2 + i % 2 * n] for i in range(2 * n)]
    lost = [-100] * (2 * n)
    for left in range(1, stones + 1):
        now = [left - limits[i] > lost[i + 1 - 2 * n] for i in range(2 * n)]
        wins = not now[0]
        for i in range(2 * n):
            if now[i]:
                lost[i] = left
    print(int(wins))
