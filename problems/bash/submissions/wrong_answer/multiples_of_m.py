# Is off by one in the period: m instead of m + 1.
# 周期差一
for _ in range(int(input())):
    n, m = map(int, input().split())
    print("first" if n % m else "second")
