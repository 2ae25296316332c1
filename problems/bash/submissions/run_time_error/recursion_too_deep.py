# Searches by recursion, one call for each stone.
from functools import lru_cache


@lru_cache(None)
def wins(n, m):
    return any(not wins(n - take, m) for take in range(1, min(n, m) + 1))


for _ in range(int(input())):
    n, m = map(int, input().split())
    print("first" if wins(n, m) else "second")
