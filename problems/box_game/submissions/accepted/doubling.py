import sys

for token in sys.stdin.read().split():
    n = int(token)
    if n == 0:
        break
    lost = 1
    while lost < n:
        lost = 2 * lost + 1
    print("Bob" if lost == n else "Alice")
