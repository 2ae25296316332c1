# Makes pairs from the left, so that of an odd number the last piece is left with the one before it.
# 从左边开始两两配对
for _ in range(int(input())):
    input()
    places = sorted(map(int, input().split()))
    total = 0
    for i in range(1, len(places), 2):
        total ^= places[i] - places[i - 1] - 1
    if len(places) % 2:
        total ^= places[-1] - (places[-2] if len(places) > 1 else 0) - 1
    print("Georgia will win" if total else "Bob will win")
