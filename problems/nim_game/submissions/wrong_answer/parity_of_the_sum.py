# Takes the parity of all sticks for the nim-sum.
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    print("first" if sum(map(int, line.split())) % 2 else "second")
