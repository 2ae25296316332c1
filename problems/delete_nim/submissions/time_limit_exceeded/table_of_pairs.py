# Makes a table of the values of all pairs, each as a mex, up to the largest pile.
# The bits of a number tell which values the ways to split it have.
splits = [0, 0]


def value(a, b):
    seen = splits[a] | splits[b]
    mex = 0
    while seen >> mex & 1:
        mex += 1
    return mex


for _ in range(int(input())):
    input()
    piles = list(map(int, input().split()))
    while len(splits) <= max(piles):
        pile, bits = len(splits), 0
        for part in range(1, pile):
            bits |= 1 << value(part, pile - part)
        splits.append(bits)
    total = 0
    for a, b in zip(piles[::2], piles[1::2]):
        total ^= value(a, b)
    print("YES" if total else "NO")
