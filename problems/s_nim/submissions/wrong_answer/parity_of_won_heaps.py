# Asks each heap alone who wins it and takes the parity of the won ones.
while True:
    k, *numbers = map(int, input().split())
    if k == 0:
        break
    wins = []
    for heap in range(10001):
        wins.append(any(number <= heap and not wins[heap - number] for number in numbers))
    answer = ""
    for _ in range(int(input())):
        heaps = list(map(int, input().split()))[1:]
        answer += "W" if sum(wins[heap] for heap in heaps) % 2 else "L"
    print(answer)
