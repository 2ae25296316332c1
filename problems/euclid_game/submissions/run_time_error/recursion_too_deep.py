# Tries every multiple by recursion, the smallest first: a / b calls deep.
from functools import lru_cache


@lru_cache(None)
def wins(a, b):
    if a < b:
        a, b = b, a
    return b > 0 and any(not wins(a - k * b, b) for k in range(1, a // b + 1))


while True:
    a, b = map(int, input().split())
    if a == 0:
        break
    print("Stan wins" if wins(a, b) else "Ollie wins")
