# Sorts the bids as text: 10 comes before 9.
# 把出价按文本排序
import sys

for line in sys.stdin:
    price, most = map(int, line.split())
    if price <= most:
        bids = [str(bid) for bid in range(price, most + 1)]
    else:
        bids = [str(price % (most + 1))]
    print(*sorted(bids) if bids != ["0"] else ["none"])
