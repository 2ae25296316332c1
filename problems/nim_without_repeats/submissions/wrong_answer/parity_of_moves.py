# Counts the moves of all heaps and takes their parity for the winner.
# 按所有堆总步数的奇偶判胜负
import sys

moves = 0
for heap in map(int, sys.stdin.read().split()[1:]):
    take = 1
    while heap >= take:
        heap -= take
        take += 1
        moves += 1
print("NO" if moves % 2 else "YES")
