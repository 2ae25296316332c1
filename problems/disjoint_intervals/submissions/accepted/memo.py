import sys
from functools import lru_cache


def solve(intervals):
    @lru_cache(None)
    def value(start, end):
        seen = set()
        for left, right in intervals:
            if start <= left and right <= end:
                seen.add(value(start, left) ^ value(right, end))
        least = 0
        while least in seen:
            least += 1
        return least

    return value(1, 100) != 0


numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    intervals = {(next(numbers), next(numbers)) for _ in range(next(numbers))}
    print("Alice" if solve(intervals) else "Bob")
