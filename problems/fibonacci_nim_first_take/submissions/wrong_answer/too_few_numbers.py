# Has the Fibonacci numbers below 10^9 only.
# 只有 10^9 以内的斐波那契数
n = int(input())
numbers = [1, 2]
while numbers[-1] < 10**9:
    numbers.append(numbers[-1] + numbers[-2])
for number in reversed(numbers):
    if number <= n:
        n -= number
        smallest = number
print(smallest)
