# Takes a row for the circle, in which the first player mirrors.
# 把圈当作一排，先手取中间
import sys

for token in sys.stdin.read().split():
    if token == "0":
        break
    print("Alice")
