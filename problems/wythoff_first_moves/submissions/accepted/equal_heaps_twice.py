# Prints the moves from either of two equal heaps.
import sys

M = 1000000
partner, smaller, a = [None] * (2 * M + 2), [None] * (M + 1), 0
for k in range(M + 1):
    while a <= M and partner[a] is not None:
        a += 1
    if a > M:
        break
    partner[a], smaller[k] = a + k, a
    if a + k <= 2 * M:
        partner[a + k] = a
for line in sys.stdin:
    a, b = map(int, line.split())
    if a == b == 0:
        break
    if partner[a] == b:
        print(0)
        continue
    print(1)
    both = smaller[b - a]
    if both is not None and both < a:
        print(both, both + b - a)
    if partner[b] < a:
        print(partner[b], b)
    if partner[a] < b:
        print(*sorted((a, partner[a])))
