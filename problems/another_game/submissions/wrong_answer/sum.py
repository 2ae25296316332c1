# Takes the parity of the sum.
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    print("first" if sum(map(int, line.split())) % 2 else "second")
