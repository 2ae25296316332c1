# Adds the balls instead of their XOR.
# 把球数相加，而不是异或
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    print("first" if sum(list(map(int, line.split()))[1::2]) else "second")
