# Takes the parity of all gaps for their nim-sum.
import sys

numbers = map(int, sys.stdin.buffer.read().split())
for rows in numbers:
    next(numbers)
    total = sum(abs(next(numbers) - next(numbers)) - 1 for _ in range(rows))
    print("I WIN!" if total % 2 else "BAD LUCK!")
