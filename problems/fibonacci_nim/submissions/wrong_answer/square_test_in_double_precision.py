# Asks whether 5 n^2 + 4 or 5 n^2 - 4 is a square, in double precision: for large n it seems to be one.
# 用双精度浮点判断 5 n^2 + 4 或 5 n^2 - 4 是否为平方数
from math import sqrt

while True:
    n = int(input())
    if n == 0:
        break
    lost = any(sqrt(5 * n * n + d).is_integer() for d in (4, -4))
    print("Second win" if lost else "First win")
