# Forgets that the last heap of ones is taken, too.
# 忘了最后一堆 1 也要取
import sys

lines = sys.stdin.read().split("\n")
for line in lines[2 : 2 * int(lines[0]) + 1 : 2]:
    heaps = [int(heap) for heap in line.split()]
    ones = next((i for i, heap in enumerate(heaps) if heap > 1), len(heaps))
    print("Second" if ones % 2 else "First")
