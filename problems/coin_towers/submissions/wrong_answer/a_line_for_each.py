# Answers as if all towers were one game.
# 把所有的塔当作一局来回答
k, l, m = map(int, input().split())
towers = list(map(int, input().split()))
wins = [False]
for n in range(1, max(towers) + 1):
    wins.append(any(not wins[n - taken] for taken in (1, k, l) if taken <= n))
print("A" if sum(wins[tower] for tower in towers) % 2 else "B")
