import sys

for line in sys.stdin:
    n, reached, stan = int(line), 9, True
    while reached < n:
        reached *= 9 if not stan else 2
        stan = not stan
    print("Stan wins." if stan else "Ollie wins.")
