n = int(input())
if n % 3:
    print(1)
    print(n % 3)
else:
    print(2)
