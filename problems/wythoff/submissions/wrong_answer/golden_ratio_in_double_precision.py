# Computes the golden ratio in double precision: 102334155 times that is rounded up to a whole number.
# 用双精度浮点计算黄金分割比
import sys
from math import sqrt

golden = (1 + sqrt(5)) / 2
for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    print(0 if a == int((b - a) * golden) else 1)
