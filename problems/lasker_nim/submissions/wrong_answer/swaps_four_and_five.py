# Swaps 4 and 5, 8 and 9, and so on: 3 and 4, 7 and 8, and so on change places.
# 把 4 和 5 对调，应对调的是 3 和 4
for _ in range(int(input())):
    input()
    total = 0
    for heap in map(int, input().split()):
        if heap >= 4 and heap % 4 < 2:
            heap ^= 1
        total ^= heap
    print("Alice" if total else "Bob")
