# Goes on as the first lost heaps do.
# 按前几个必败的堆类推
import sys

for n in map(int, sys.stdin.read().split()[1:]):
    print("second" if n == 2 or n % 3 == 1 else "first")
