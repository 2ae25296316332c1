# Plays Nim, where a move may take more than half.
# 当作普通 Nim，可以取超过一半
for _ in range(int(input())):
    input()
    total = 0
    for heap in map(int, input().split()):
        total ^= heap
    print("Alice" if total else "Bob")
