for _ in range(int(input())):
    n, m = map(int, input().split())
    moves = n - (n + m - 1) // m
    print(0 if moves % 2 else 1)
