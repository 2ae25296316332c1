# Lets every player take as many stones as the first.
# 以为每个人的上限都与第一个人相同
import sys

for line in sys.stdin:
    n, *numbers = map(int, line.split())
    if n == 0:
        break
    print(int(numbers[0] % (numbers[1] + 1) != 1))
