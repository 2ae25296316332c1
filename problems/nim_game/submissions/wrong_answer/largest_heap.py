# Compares the largest heap with the sum of the others.
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    heaps = list(map(int, line.split()))
    print("second" if 2 * max(heaps) == sum(heaps) else "first")
