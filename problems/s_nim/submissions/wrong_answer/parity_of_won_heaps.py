# Asks each heap alone who wins it and takes the parity of the won ones.
# 只看单独必胜的堆数的奇偶
while True:
    k, *numbers = map(int, input().split())
    if k == 0:
        break
    positions = [list(map(int, input().split()))[1:] for _ in range(int(input()))]
    wins = []
    for heap in range(max(map(max, positions)) + 1):
        wins.append(any(number <= heap and not wins[heap - number] for number in numbers))
    print("".join("W" if sum(wins[heap] for heap in heaps) % 2 else "L" for heaps in positions))
