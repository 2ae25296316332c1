# Plays as if the last move lost: whoever cannot move loses.
# 按“走最后一步者输”来算
_, stones = map(int, input().split())
numbers = list(map(int, input().split()))
wins = []
for heap in range(stones + 1):
    options = [wins[heap - number] for number in numbers if number <= heap]
    wins.append(not all(options) if options else True)
print("First" if wins[stones] else "Second")
