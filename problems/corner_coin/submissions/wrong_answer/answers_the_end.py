# Answers the two zeros at the end.
# 对结尾的两个 0 也给出答案
import sys

for line in sys.stdin:
    n, m = map(int, line.split())
    print("What a pity!" if n % 2 and m % 2 else "Wonderful!")
