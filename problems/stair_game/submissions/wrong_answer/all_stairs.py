# Plays Nim with all stairs but the first.
# 把第 1 级以外的所有台阶当作 Nim 的堆
import sys
from functools import reduce
from operator import xor

for line in sys.stdin.read().splitlines()[2::2]:
    balls = list(map(int, line.split()))
    print("first" if reduce(xor, balls[1:], 0) else "second")
