# Takes the odd stairs, as where balls leave the staircase from the first one.
# 取奇数级台阶，如同球从第 1 级离开阶梯
import sys
from functools import reduce
from operator import xor

for line in sys.stdin.read().splitlines()[2::2]:
    balls = list(map(int, line.split()))
    print("first" if reduce(xor, balls[0::2], 0) else "second")
