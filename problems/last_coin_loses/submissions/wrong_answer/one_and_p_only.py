# Takes 1 and p for the only lost remainders: those between them are lost, too.
import sys

for line in sys.stdin:
    coins, least, most = map(int, line.split())
    print("LOST" if coins % (least + most) in (1, least) else "WIN")
