# Compares neighbours without sorting the bags.
# 没有排序就比较相邻的袋子
for _ in range(int(input())):
    n = int(input())
    bags = input().split()
    print("Second" if n % 2 or bags[::2] == bags[1::2] else "First")
