# Is off by one in the period: N instead of N + 1.
# 周期差一
import sys

for line in sys.stdin:
    price, most = map(int, line.split())
    if price <= most:
        print(*range(price, most + 1))
    else:
        print(price % most or "none")
