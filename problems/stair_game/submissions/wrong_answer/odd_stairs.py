# Takes the odd stairs, as where balls leave the staircase from the first one.
import sys
from functools import reduce
from operator import xor

for line in sys.stdin.read().splitlines()[2::2]:
    balls = list(map(int, line.split()))
    print("first" if reduce(xor, balls[0::2], 0) else "second")
