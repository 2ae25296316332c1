import sys

for line in sys.stdin:
    count, *heaps = map(int, line.split())
    assert len(heaps) == count
    total = 0
    for heap in heaps:
        total ^= heap
    print("Yes" if total else "No")
