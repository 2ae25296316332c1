# Forgets that the last coin loses.
import sys

for line in sys.stdin:
    coins, least, most = map(int, line.split())
    print("WIN" if coins % (least + most) else "LOST")
