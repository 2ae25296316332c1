# Goes through the lost pairs from the first one in each case: up to 4 * 10^8 steps.
import sys

for line in sys.stdin:
    a, b = sorted(map(int, line.split()))
    # The k-th pair is (x, x + k); x grows by 1 or 2.
    k = x = 0
    while x < a:
        k += 1
        x += 1
        if (x + 1) ** 2 - k * (x + 1) - k * k <= 0:
            x += 1
    print(0 if x == a and b - a == k else 1)
