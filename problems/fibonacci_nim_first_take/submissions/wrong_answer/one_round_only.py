# Takes off the largest Fibonacci number once: what is left need not be one.
# 只减去一次最大的斐波那契数
n = int(input())
number, following = 1, 2
while following <= n:
    number, following = following, number + following
print(n - number or n)
