# Fills one pile after the other, a stone a move: up to 10^9 of them.
for _ in range(int(input())):
    n, m = map(int, input().split())
    moves, pile = 0, 1
    for _ in range(n - 1):
        if pile < m:
            pile += 1
            moves += 1
        else:
            pile = 1
    print(0 if moves % 2 else 1)
