n = int(input())
numbers = [1, 2]
while numbers[-1] < n:
    numbers.append(numbers[-1] + numbers[-2])
for number in reversed(numbers):
    if number <= n:
        n -= number
        if n == 0:
            print(number)
