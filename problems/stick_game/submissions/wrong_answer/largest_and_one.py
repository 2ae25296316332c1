# Takes 1 or the largest number only.
# 只取 1 根或最大的数
n, k = map(int, input().split())
take = list(map(int, input().split()))
take = [1, max(take)]
won = [False]
for heap in range(1, n + 1):
    won.append(any(number <= heap and not won[heap - number] for number in take))
print("".join("W" if w else "L" for w in won[1:]))
