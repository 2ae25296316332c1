# Plays so that whoever takes the last stick loses.
# 按“取最后一根者输”来算
n, k = map(int, input().split())
take = list(map(int, input().split()))
won = [True]
for heap in range(1, n + 1):
    won.append(any(number <= heap and not won[heap - number] for number in take))
print("".join("W" if w else "L" for w in won[1:]))
