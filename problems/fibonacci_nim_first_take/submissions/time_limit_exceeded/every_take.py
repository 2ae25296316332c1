# Tries to take 1, 2, 3, ... stones: a Fibonacci number takes them all.
def smallest_part(n):
    while True:
        number, following = 1, 2
        while following <= n:
            number, following = following, number + following
        if n == number:
            return n
        n -= number


n = int(input())
take = 1
while take < n and smallest_part(n - take) <= 2 * take:
    take += 1
print(take)
