# Forgets that the last stone loses.
# 忘了取走最后一颗石子的人输
for _ in range(int(input())):
    input()
    total = 0
    for heap in map(int, input().split()):
        total ^= heap
    print("John" if total else "Brother")
