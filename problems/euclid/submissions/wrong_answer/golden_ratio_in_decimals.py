# Has the golden ratio to three decimals.
for _ in range(int(input())):
    b, a = sorted(map(int, input().split()))
    print("Stan wins" if a == b or a > 1.618 * b else "Ollie wins")
