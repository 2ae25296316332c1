# Plays Nim with the bags.
# 直接用各袋玩 Nim
for _ in range(int(input())):
    input()
    total = 0
    for bag in map(int, input().split()):
        total ^= bag
    print("First" if total else "Second")
