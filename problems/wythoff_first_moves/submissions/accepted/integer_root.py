import sys
from math import isqrt


def smaller(k):
    """The smaller heap of the lost pair of difference k."""
    return (k + isqrt(5 * k * k)) // 2


def partner(heap):
    """The other heap of the lost pair that has this one."""
    k = (isqrt(5 * heap * heap) - heap) // 2
    for difference in (k, k + 1):
        if smaller(difference) == heap:
            return heap + difference
    for difference in (heap - k - 1, heap - k):
        if difference >= 0 and smaller(difference) + difference == heap:
            return heap - difference


for line in sys.stdin:
    a, b = map(int, line.split())
    if a == b == 0:
        break
    if partner(a) == b:
        print(0)
        continue
    print(1)
    both = smaller(b - a)
    if both < a:
        print(both, both + b - a)
    if partner(b) < a:
        print(partner(b), b)
    if a != b and partner(a) < b:
        print(*sorted((a, partner(a))))
