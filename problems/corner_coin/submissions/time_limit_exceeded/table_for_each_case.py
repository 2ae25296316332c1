# Makes a table of all squares for each case: up to 4 * 10^6 of them.
while True:
    n, m = map(int, input().split())
    if n == 0:
        break
    wins = []
    for i in range(n):
        row = []
        for j in range(m):
            below, left = i > 0 and not wins[i - 1][j], j > 0 and not row[j - 1]
            row.append(below or left or i > 0 and j > 0 and not wins[i - 1][j - 1])
        wins.append(row)
    print("Wonderful!" if wins[n - 1][m - 1] else "What a pity!")
