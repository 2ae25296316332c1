change = [-1, 0, 0, 1]
for _ in range(int(input())):
    n = int(input())
    heaps = list(map(int, input().split()))
    assert len(heaps) == n
    total = 0
    for heap in heaps:
        total ^= heap + change[heap % 4]
    print("Alice" if total else "Bob")
