while True:
    m = int(input())
    if m == 0:
        break
    heaps = list(map(int, input().split()))
    assert len(heaps) == m
    total = 0
    for heap in heaps:
        total ^= heap
    if total == 0:
        print("No")
    else:
        print("Yes")
        for heap in heaps:
            if heap ^ total < heap:
                print(heap, heap ^ total)
