def value(heap):
    while heap % 2:
        heap //= 2
    return heap // 2


for _ in range(int(input())):
    input()
    total = 0
    for heap in map(int, input().split()):
        total ^= value(heap)
    print("Alice" if total else "Bob")
