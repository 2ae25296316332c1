while True:
    b, a = sorted(map(int, input().split()))
    if a == 0:
        break
    # Stan wins where a / b is above the golden ratio, and where they are equal.
    print("Stan wins" if a == b or a * a - a * b - b * b > 0 else "Ollie wins")
