for _ in range(int(input())):
    n = int(input())
    places = sorted(map(int, input().split()), reverse=True)
    assert len(places) == n
    if n % 2:
        places.append(0)
    total = 0
    for right, left in zip(places[::2], places[1::2]):
        total ^= right - left - 1
    print("Georgia will win" if total else "Bob will win")
