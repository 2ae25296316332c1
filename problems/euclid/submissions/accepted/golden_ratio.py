for _ in range(int(input())):
    b, a = sorted(map(int, input().split()))
    # Stan wins where a / b is above the golden ratio, and where they are equal.
    print("Stan wins" if a == b or a * a - a * b - b * b > 0 else "Ollie wins")
