# Takes the quotients by repeated subtraction: up to 2^31 steps.
for _ in range(int(input())):
    b, a = sorted(map(int, input().split()))
    stan = True
    while True:
        quotient = 0
        while a >= b:
            a -= b
            quotient += 1
        if quotient > 1 or a == 0:
            break
        a, b = b, a
        stan = not stan
    print("Stan wins" if stan else "Ollie wins")
