k = int(input())
heaps = list(map(int, input().split()))
assert len(heaps) == k
total = 0
for heap in heaps:
    total ^= heap
if total == 0:
    print("lose")
else:
    i = next(i for i in range(k) if heaps[i] ^ total < heaps[i])
    after = heaps[i] ^ total
    print(heaps[i] - after, i + 1)
    heaps[i] = after
    print(*heaps)
