# Is off by one: 4 and 5, 8 and 9, ... change places instead of 3 and 4, 7 and 8, ...
for _ in range(int(input())):
    input()
    total = 0
    for heap in map(int, input().split()):
        if heap >= 4 and heap % 4 < 2:
            heap ^= 1
        total ^= heap
    print("Alice" if total else "Bob")
