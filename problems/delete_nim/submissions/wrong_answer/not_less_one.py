# Forgets to subtract one: counts the ones at the end of a | b.
# 忘了先减一
for _ in range(int(input())):
    input()
    piles = list(map(int, input().split()))
    total = 0
    for a, b in zip(piles[::2], piles[1::2]):
        bits = a | b
        total ^= (~bits & bits + 1).bit_length() - 1
    print("YES" if total else "NO")
