# Takes the parity of all gaps for their nim-sum.
# 用间隔总数的奇偶代替异或和
import sys

numbers = map(int, sys.stdin.buffer.read().split())
for rows in numbers:
    next(numbers)
    total = sum(abs(next(numbers) - next(numbers)) - 1 for _ in range(rows))
    print("I WIN!" if total % 2 else "BAD LUCK!")
