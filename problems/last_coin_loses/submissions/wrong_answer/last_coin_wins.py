# Forgets that the last coin loses.
# 忘了取走最后一枚硬币的人输
import sys

for line in sys.stdin:
    coins, least, most = map(int, line.split())
    print("WIN" if coins % (least + most) else "LOST")
