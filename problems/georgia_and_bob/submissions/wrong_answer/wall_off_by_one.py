# Is off by one in the gap between the first piece and the wall.
# 第一枚棋子与墙的间隔差一
for _ in range(int(input())):
    n = int(input())
    places = sorted(map(int, input().split()))
    if n % 2:
        places.insert(0, -1)
    total = 0
    for left, right in zip(places[::2], places[1::2]):
        total ^= right - left - 1
    print("Georgia will win" if total else "Bob will win")
