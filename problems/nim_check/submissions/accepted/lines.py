for _ in range(int(input())):
    n = int(input())
    heaps = [int(heap) for heap in input().split()]
    assert len(heaps) == n
    total = 0
    for heap in heaps:
        total ^= heap
    print("Yes" if total else "No")
