cases = int(input())
for _ in range(cases):
    n = int(input())
    heaps = list(map(int, input().split()))
    assert len(heaps) == n
    total = 0
    for heap in heaps:
        total ^= heap
    print("John" if (total != 0) == (max(heaps) > 1) else "Brother")
