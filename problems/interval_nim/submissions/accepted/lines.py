n, least, most = map(int, input().split())
heaps = list(map(int, input().split()))
assert len(heaps) == n
total = 0
for heap in heaps:
    total ^= heap % (least + most) // least
print("First" if total else "Second")
