# Turns two coins at most.
# 最多只翻两枚硬币
import sys

numbers = iter(map(int, sys.stdin.read().split()))
for n in numbers:
    total = 0
    for place in {next(numbers) for _ in range(n)}:
        total ^= place + 1
    print("No" if total else "Yes")
