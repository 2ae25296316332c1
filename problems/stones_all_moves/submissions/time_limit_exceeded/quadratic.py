# Computes the nim-sum of the other heaps anew for each heap.
import sys


def others(heaps, i):
    total = 0
    for j in range(len(heaps)):
        if j != i:
            total ^= heaps[j]
    return total


tokens = list(map(int, sys.stdin.buffer.read().split()))
at = 0
while tokens[at]:
    m = tokens[at]
    heaps = tokens[at + 1 : at + 1 + m]
    at += 1 + m
    moves = []
    for i in range(m):
        after = others(heaps, i)
        if after < heaps[i]:
            moves.append(f"{heaps[i]} {after}")
    print("Yes" if moves else "No")
    if moves:
        print("\n".join(moves))
