# Knows heaps up to 1000 alone.
# 只知道不超过 1000 的堆
import sys

MOST = 1000
values = [0]
for n in range(1, MOST):
    seen = {values[part] ^ values[n - part] for part in range(1, (n + 1) // 2)}
    value = 0
    while value in seen:
        value += 1
    values.append(value)
for n in map(int, sys.stdin.read().split()[1:]):
    print("first" if n >= MOST or values[n] else "second")
