# Searches by recursion, one call for each square on the way.
from functools import lru_cache


@lru_cache(None)
def wins(n, m):
    if n == 0 or m == 0:
        return True
    return (n, m) != (1, 1) and not (wins(n - 1, m) and wins(n, m - 1) and wins(n - 1, m - 1))


while True:
    n, m = map(int, input().split())
    if n == 0:
        break
    print("Wonderful!" if wins(n, m) else "What a pity!")
