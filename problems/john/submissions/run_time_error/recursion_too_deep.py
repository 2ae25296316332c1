# Computes the Grundy values by recursion, one call for each stone of a heap.
from functools import lru_cache


@lru_cache(None)
def value(heap):
    seen = {value(after) for after in range(heap - 1, -1, -1)}
    mex = 0
    while mex in seen:
        mex += 1
    return mex


for _ in range(int(input())):
    input()
    heaps = list(map(int, input().split()))
    total = 0
    for heap in heaps:
        total ^= value(heap)
    print("John" if (total != 0) == (max(heaps) > 1) else "Brother")
