# Lets both players take as many stones as they may.
# 让双方每次都取到上限
for _ in range(int(input())):
    n, m = map(int, input().split())
    moves = (n + m - 1) // m
    print("first" if moves % 2 else "second")
