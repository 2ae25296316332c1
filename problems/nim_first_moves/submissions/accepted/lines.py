while int(input()):
    heaps = list(map(int, input().split()))
    total = 0
    for heap in heaps:
        total ^= heap
    print(sum(heap ^ total < heap for heap in heaps))
