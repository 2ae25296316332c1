# Has values of heaps below 50 only: there may be 60 stones.
values = []
for moves in range(10):
    values += [moves] * (moves + 1)
values = values[:50]
total = 0
for _ in range(int(input())):
    total ^= values[int(input())]
print("NO" if total else "YES")
