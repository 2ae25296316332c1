# Plays the game in which a move takes three sticks at most.
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    total = 0
    for heap in map(int, line.split()):
        total ^= heap % 4
    print("first" if total else "second")
