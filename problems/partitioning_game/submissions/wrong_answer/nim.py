# Plays Nim.
# 当作普通 Nim
for _ in range(int(input())):
    input()
    total = 0
    for heap in map(int, input().split()):
        total ^= heap
    print("Alice" if total else "Bob")
