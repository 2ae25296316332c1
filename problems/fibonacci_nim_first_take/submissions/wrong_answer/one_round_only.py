# Takes off the largest Fibonacci number once: what is left need not be one.
n = int(input())
number, following = 1, 2
while following <= n:
    number, following = following, number + following
print(n - number or n)
