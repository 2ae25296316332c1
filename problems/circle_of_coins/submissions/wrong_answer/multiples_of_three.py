# Takes any one or two coins, so that multiples of three are lost.
# 当作任取一枚或两枚，3 的倍数先手必败
import sys

for token in sys.stdin.read().split():
    if token == "0":
        break
    print("Bob" if int(token) % 3 == 0 else "Alice")
