# Plays the game in which a move takes any number of sticks.
# 按每次可以取任意多根来算
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    total = 0
    for heap in map(int, line.split()):
        total ^= heap
    print("first" if total else "second")
