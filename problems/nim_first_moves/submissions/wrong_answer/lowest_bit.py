# Counts the heaps that have the lowest bit of the nim-sum: it is the highest one that counts.
# 数含有异或和最低位的堆
while int(input()):
    heaps = list(map(int, input().split()))
    total = 0
    for heap in heaps:
        total ^= heap
    print(sum(heap & total & -total != 0 for heap in heaps))
