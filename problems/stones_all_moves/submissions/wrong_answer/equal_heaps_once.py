# Lists the winning move of equal heaps once: each of them is listed.
# 相等的堆只列出一次
import sys

tokens = list(map(int, sys.stdin.buffer.read().split()))
at = 0
answers = []
while tokens[at]:
    m = tokens[at]
    heaps = tokens[at + 1 : at + 1 + m]
    at += 1 + m
    total = 0
    for heap in heaps:
        total ^= heap
    answers.append("Yes" if total else "No")
    listed = set()
    for heap in heaps:
        if heap ^ total < heap and heap not in listed:
            listed.add(heap)
            answers.append(f"{heap} {heap ^ total}")
if answers:
    print("\n".join(answers))
