# Takes the remainders modulo 3.
# 对 3 取余
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    total = 0
    for heap in map(int, line.split()):
        total ^= heap % 3
    print("first" if total else "second")
