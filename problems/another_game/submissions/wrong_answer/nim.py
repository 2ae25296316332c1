# Plays Nim.
# 按 Nim 来算
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    total = 0
    for heap in map(int, line.split()):
        total ^= heap
    print("first" if total else "second")
