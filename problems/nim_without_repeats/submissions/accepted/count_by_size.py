import sys

heaps = sys.stdin.buffer.read().split()[1:]
total = 0
for size in range(1, 61):
    if heaps.count(b"%d" % size) % 2:
        # The largest k with 1 + 2 + ... + k <= size.
        total ^= max(k for k in range(1, 11) if k * (k + 1) // 2 <= size)
print("NO" if total else "YES")
