# Does not clear the nim-sum between cases.
# 没有在各组之间把异或和清零
import sys

numbers = map(int, sys.stdin.buffer.read().split())
total = 0
for rows in numbers:
    next(numbers)
    for _ in range(rows):
        total ^= abs(next(numbers) - next(numbers)) - 1
    print("I WIN!" if total else "BAD LUCK!")
