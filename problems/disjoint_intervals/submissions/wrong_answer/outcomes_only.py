# Takes a move to win only if both sides that it leaves are lost.
# 只在两侧都必败时才算必胜，没有用 SG 值
import sys
from functools import lru_cache


def solve(intervals):
    @lru_cache(None)
    def wins(start, end):
        return any(
            start <= left and right <= end and not wins(start, left) and not wins(right, end)
            for left, right in intervals
        )

    return wins(1, 100)


numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    intervals = {(next(numbers), next(numbers)) for _ in range(next(numbers))}
    print("Alice" if solve(intervals) else "Bob")
