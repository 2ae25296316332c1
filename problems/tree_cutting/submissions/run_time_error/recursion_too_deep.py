# Goes down the tree by recursion, one call for each vertex of a path.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
neighbours = [[] for _ in range(n + 1)]
for a, b in zip(numbers[1::2], numbers[2::2]):
    neighbours[a].append(b)
    neighbours[b].append(a)


def value(vertex, parent):
    total = 0
    for child in neighbours[vertex]:
        if child != parent:
            total ^= value(child, vertex) + 1
    return total


print("Alice" if value(1, 0) else "Bob")
