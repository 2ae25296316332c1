n, stones = map(int, input().split())
numbers = list(map(int, input().split()))
assert len(numbers) == n
mask = sum(1 << number for number in numbers)
# Bit t tells whether the heap that is smaller by t is lost.
lost = 1
for _ in range(stones):
    lost <<= 1
    if not lost & mask:
        lost |= 1
print("Second" if lost & 1 else "First")
