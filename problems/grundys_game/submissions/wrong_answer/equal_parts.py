# Allows two equal parts.
# 允许分成相等的两堆
import sys

MOST = 1300
values = [0]
for n in range(1, MOST):
    seen = {values[part] ^ values[n - part] for part in range(1, n // 2 + 1)}
    value = 0
    while value in seen:
        value += 1
    values.append(value)
for n in map(int, sys.stdin.read().split()[1:]):
    print("first" if n >= MOST or values[n] else "second")
