# Takes half of an odd heap, too, for its value.
# 把奇数堆的一半也当作它的值
for _ in range(int(input())):
    input()
    total = 0
    for heap in map(int, input().split()):
        total ^= heap // 2
    print("Alice" if total else "Bob")
