# Forgets the limit m: all stones come to one pile.
for _ in range(int(input())):
    n, m = map(int, input().split())
    print(0 if n % 2 == 0 else 1)
