# Takes the odd numbers for lost.
# 把奇数当作必败
import sys

for token in sys.stdin.read().split():
    if token == "0":
        break
    print("Bob" if int(token) % 2 else "Alice")
