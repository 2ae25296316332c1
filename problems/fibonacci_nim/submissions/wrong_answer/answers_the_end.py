# Answers the 0 at the end.
# 对结尾的 0 也给出答案
import sys

numbers = {1, 2}
last, largest = 1, 2
while largest < 2**31:
    last, largest = largest, last + largest
    numbers.add(largest)
for line in sys.stdin:
    print("Second win" if int(line) in numbers else "First win")
