# Counts the ones behind the first larger heap, too.
# 把第一个大于 1 的堆之后的 1 也数进去
import sys

lines = sys.stdin.read().split("\n")
for line in lines[2 : 2 * int(lines[0]) + 1 : 2]:
    heaps = [int(heap) for heap in line.split()]
    ones = heaps.count(1)
    print("First" if ones % 2 == (ones == len(heaps)) else "Second")
