import sys

for line in sys.stdin:
    price, most = map(int, line.split())
    if price <= most:
        print(*range(price, most + 1))
    else:
        print(price % (most + 1) or "none")
