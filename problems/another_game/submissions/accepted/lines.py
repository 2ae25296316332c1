import sys

for line in sys.stdin.read().splitlines()[2::2]:
    print("first" if any(int(heap) % 2 for heap in line.split()) else "second")
