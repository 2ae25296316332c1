# Takes equal intervals to be chosen one after the other, and all others, too.
# 以为所有区间都能依次选完
import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    count = next(numbers)
    for _ in range(2 * count):
        next(numbers)
    print("Alice" if count % 2 else "Bob")
