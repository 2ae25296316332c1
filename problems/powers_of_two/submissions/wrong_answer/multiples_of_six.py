# Takes the multiples of six for the lost piles: those of three are lost.
# 把 6 的倍数当作必败
import sys

for line in sys.stdin:
    print("Kiki" if int(line) % 6 else "Cici")
