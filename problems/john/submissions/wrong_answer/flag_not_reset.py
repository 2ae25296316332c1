# Remembers a heap above 1 from one case to the next.
# 把“有大于 1 的堆”的标记带到下一组
large = False
for _ in range(int(input())):
    input()
    total = 0
    for heap in map(int, input().split()):
        total ^= heap
        if heap > 1:
            large = True
    if large:
        print("John" if total else "Brother")
    else:
        print("Brother" if total else "John")
