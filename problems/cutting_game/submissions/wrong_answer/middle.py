# Takes an even side from 4 on for a win by symmetry, and everything else for lost.
# 边长为不小于 4 的偶数就按对称判胜，其余都判负
import sys

numbers = iter(map(int, sys.stdin.read().split()))
for w in numbers:
    h = next(numbers)
    print("WIN" if w % 2 == 0 and w > 3 or h % 2 == 0 and h > 3 else "LOSE")
