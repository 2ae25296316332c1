from collections import Counter

for _ in range(int(input())):
    n = int(input())
    bags = Counter(input().split())
    print("Second" if n % 2 or all(count % 2 == 0 for count in bags.values()) else "First")
