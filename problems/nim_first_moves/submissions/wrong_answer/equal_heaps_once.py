# Counts equal heaps once: moves in different heaps differ.
# 相等的堆只数一次
while int(input()):
    heaps = list(map(int, input().split()))
    total = 0
    for heap in heaps:
        total ^= heap
    print(len({heap for heap in heaps if heap ^ total < heap}))
