for _ in range(int(input())):
    n = int(input())
    piles = list(map(int, input().split()))
    assert len(piles) == n
    total = 0
    for a, b in zip(piles[::2], piles[1::2]):
        bits = (a - 1) | (b - 1)
        # The place of the lowest bit that is 0.
        total ^= (~bits & bits + 1).bit_length() - 1
    print("YES" if total else "NO")
