import sys

for line in sys.stdin:
    coins, least, most = map(int, line.split())
    print("LOST" if 1 <= coins % (least + most) <= least else "WIN")
