# Takes the first heap for the smaller one.
# 以为第一堆较小
import sys
from math import isqrt

for line in sys.stdin:
    a, b = map(int, line.split())
    k = b - a
    print(0 if k >= 0 and a == (k + isqrt(5 * k * k)) // 2 else 1)
