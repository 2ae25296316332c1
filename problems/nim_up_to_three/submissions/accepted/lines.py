import sys

lines = sys.stdin.read().splitlines()
for line in lines[2::2]:
    total = 0
    for heap in map(int, line.split()):
        total ^= heap % 4
    print("first" if total else "second")
