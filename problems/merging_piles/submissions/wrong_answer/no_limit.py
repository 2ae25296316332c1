# Forgets the limit m: all stones come to one pile.
# 忘了上限 m
for _ in range(int(input())):
    n, m = map(int, input().split())
    print(0 if n % 2 == 0 else 1)
