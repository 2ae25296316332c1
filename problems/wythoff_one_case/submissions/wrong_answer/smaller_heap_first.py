# Takes the first heap for the smaller one.
from math import isqrt

a, b = map(int, input().split())
k = b - a
print(0 if k >= 0 and a == (k + isqrt(5 * k * k)) // 2 else 1)
