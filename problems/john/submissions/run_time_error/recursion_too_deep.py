# Searches the positions by recursion, which goes as deep as there are stones.
from functools import lru_cache


@lru_cache(None)
def wins(heaps):
    if not heaps:
        return True
    for i, heap in enumerate(heaps):
        for after in range(heap - 1, -1, -1):
            rest = heaps[:i] + heaps[i + 1 :]
            if after:
                rest = tuple(sorted(rest + (after,)))
            if not wins(rest):
                return True
    return False


for _ in range(int(input())):
    input()
    heaps = tuple(sorted(heap for heap in map(int, input().split()) if heap))
    print("John" if wins(heaps) else "Brother")
