import sys

numbers = map(int, sys.stdin.buffer.read().split())
for rows in numbers:
    next(numbers)
    total = 0
    for _ in range(rows):
        total ^= abs(next(numbers) - next(numbers)) - 1
    print("I WIN!" if total else "BAD LUCK!")
