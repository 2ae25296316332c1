# Searches all positions: there are exponentially many.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
neighbours = [[] for _ in range(n + 1)]
for a, b in zip(numbers[1::2], numbers[2::2]):
    neighbours[a].append(b)
    neighbours[b].append(a)
order = [1]
parent = [0] * (n + 1)
for vertex in order:
    for child in neighbours[vertex]:
        if child != parent[vertex]:
            parent[child] = vertex
            order.append(child)
cut, known = order[1:], {}


def below(top):
    part, stack = 0, [top]
    while stack:
        vertex = stack.pop()
        part |= 1 << vertex
        stack += [child for child in neighbours[vertex] if child != parent[vertex]]
    return part


def wins(rest):
    if rest not in known:
        # Small parts first, so that the positions come down slowly.
        known[rest] = any(
            rest >> vertex & 1 and not wins(rest & ~below(vertex)) for vertex in cut
        )
    return known[rest]


sys.setrecursionlimit(10**6)
print("Alice" if wins((2 << n) - 2) else "Bob")
