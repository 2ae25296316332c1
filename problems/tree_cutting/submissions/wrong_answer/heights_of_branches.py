# Takes the height of each branch at vertex 1 for its value.
# 把顶点 1 各分支的高度当作它的值
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
height = [0] * (n + 1)
for vertex in reversed(order[1:]):
    height[parent[vertex]] = max(height[parent[vertex]], height[vertex] + 1)
total = 0
for child in neighbours[1]:
    total ^= height[child] + 1
print("Alice" if total else "Bob")
