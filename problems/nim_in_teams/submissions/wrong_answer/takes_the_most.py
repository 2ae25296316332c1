# Lets every player take as many stones as allowed, but the last one.
# 每个人总是取得尽可能多，只避开最后一颗
import sys

for line in sys.stdin:
    n, *numbers = map(int, line.split())
    if n == 0:
        break
    left, limits = numbers[0], numbers[1:]
    player = 0
    while left > 1:
        left -= min(limits[player % (2 * n)], left - 1)
        player += 1
    print(player % 2)
