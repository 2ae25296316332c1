# Lets both players multiply by 9.
# 让双方每次都乘 9
import sys

for line in sys.stdin:
    n, product, moves = int(line), 1, 0
    while product < n:
        product *= 9
        moves += 1
    print("Stan wins." if moves % 2 else "Ollie wins.")
