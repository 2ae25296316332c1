k, l, m = map(int, input().split())
towers = list(map(int, input().split()))
wins = [False] * l
for n in range(l, l + max(towers) + 1):
    wins.append(n > l and not (wins[n - 1] and (n - l < k or wins[n - k]) and (n - l < l or wins[n - l])))
print("".join("A" if wins[l + tower] else "B" for tower in towers))
