# Takes the parity of the sum.
# 看总数的奇偶
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    print("first" if sum(map(int, line.split())) % 2 else "second")
