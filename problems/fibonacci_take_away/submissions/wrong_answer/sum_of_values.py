# Adds the values of the heaps up where it is their XOR that counts.
# 把各堆的值相加，而不是异或
numbers = [1, 2]
while numbers[-1] < 1000:
    numbers.append(numbers[-1] + numbers[-2])
values = []
for heap in range(1001):
    seen = {values[heap - number] for number in numbers if number <= heap}
    values.append(next(value for value in range(heap + 1) if value not in seen))
while True:
    m, n, p = map(int, input().split())
    if m == 0:
        break
    print("Fibo" if values[m] + values[n] + values[p] else "Nacci")
