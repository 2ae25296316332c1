# Adds the remainders instead of their XOR.
# 把余数相加，而不是异或
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    print("first" if sum(int(heap) % 4 for heap in line.split()) % 4 else "second")
