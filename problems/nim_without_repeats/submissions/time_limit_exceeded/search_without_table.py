# Searches each heap with the set of numbers taken, without keeping results.
import sys


def value(heap, taken):
    seen = {value(heap - take, taken | {take}) for take in range(1, heap + 1) if take not in taken}
    mex = 0
    while mex in seen:
        mex += 1
    return mex


total = 0
for heap in sys.stdin.read().split()[1:]:
    total ^= value(int(heap), frozenset())
print("NO" if total else "YES")
