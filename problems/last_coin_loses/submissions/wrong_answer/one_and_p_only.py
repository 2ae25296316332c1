# Takes 1 and p for the only lost remainders: those between them are lost, too.
# 只把余数 1 和 p 当作必败
import sys

for line in sys.stdin:
    coins, least, most = map(int, line.split())
    print("LOST" if coins % (least + most) in (1, least) else "WIN")
