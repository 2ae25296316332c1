# Looks at the first heap alone.
# 只看第一堆
import sys

for line in sys.stdin.read().splitlines()[2::2]:
    print("first" if int(line.split()[0]) % 2 else "second")
