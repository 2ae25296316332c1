# Searches by recursion, one call for each card.
import sys
from functools import lru_cache


@lru_cache(None)
def wins(cards):
    return any(not wins(cards - (1 << i)) for i in range(cards.bit_length()))


for line in sys.stdin:
    print("Kiki" if wins(int(line)) else "Cici")
