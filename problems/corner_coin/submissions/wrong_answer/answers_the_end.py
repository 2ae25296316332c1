# Answers the two zeros at the end.
import sys

for line in sys.stdin:
    n, m = map(int, line.split())
    print("What a pity!" if n % 2 and m % 2 else "Wonderful!")
