# Searches by recursion, one call for each unit of the price.
import sys
from functools import lru_cache


@lru_cache(None)
def wins(rest, most):
    return rest > 0 and any(not wins(rest - bid, most) for bid in range(1, most + 1))


for line in sys.stdin:
    price, most = map(int, line.split())
    bids = [bid for bid in range(1, most + 1) if not wins(price - bid, most)]
    print(*bids or ["none"])
