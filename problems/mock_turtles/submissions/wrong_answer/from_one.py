# Counts places from 1.
# 位置从 1 开始编号
import sys

numbers = iter(map(int, sys.stdin.read().split()))
for n in numbers:
    total = 0
    for place in {next(numbers) + 1 for _ in range(n)}:
        total ^= 2 * place + 1 - bin(place).count("1") % 2
    print("No" if total else "Yes")
