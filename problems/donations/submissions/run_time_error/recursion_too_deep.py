# Searches by recursion, one call for each unit of the sum.
from functools import lru_cache


@lru_cache(None)
def wins(missing, most):
    return missing > 0 and any(not wins(missing - gift, most) for gift in range(1, most + 1))


for _ in range(int(input())):
    total, most = map(int, input().split())
    print("Grass" if wins(total, most) else "Rabbit")
