wins = [False]
stones = int(input())
for heap in range(1, stones + 1):
    wins.append(any(not wins[heap - taken] for taken in (1, 3) if taken <= heap))
print("SK" if wins[stones] else "CY")
