# Takes the XOR of the depths of all leaves for the value of the tree.
# 把所有叶子深度的异或当作树的值
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
neighbours = [[] for _ in range(n + 1)]
for a, b in zip(numbers[1::2], numbers[2::2]):
    neighbours[a].append(b)
    neighbours[b].append(a)
order = [1]
depth = [0] * (n + 1)
total = 0
for vertex in order:
    for child in neighbours[vertex]:
        if child != 1 and depth[child] == 0:
            depth[child] = depth[vertex] + 1
            order.append(child)
    if vertex != 1 and len(neighbours[vertex]) == 1:
        total ^= depth[vertex]
print("Alice" if total else "Bob")
