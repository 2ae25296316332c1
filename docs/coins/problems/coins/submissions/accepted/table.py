won = [False]
for n in range(1, 1001):
    won.append(any(take <= n and not won[n - take] for take in (1, 4)))
for _ in range(int(input())):
    print("First" if won[int(input())] else "Second")
