# Counts only single coins.
k, l, m = map(int, input().split())
print("".join("A" if int(tower) % 2 else "B" for tower in input().split()))
