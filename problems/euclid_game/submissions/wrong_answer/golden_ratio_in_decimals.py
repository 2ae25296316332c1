# Has the golden ratio to three decimals.
while True:
    b, a = sorted(map(int, input().split()))
    if a == 0:
        break
    print("Stan wins" if a == b or a > 1.618 * b else "Ollie wins")
