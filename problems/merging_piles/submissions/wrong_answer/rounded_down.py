# Counts the full piles and not the one that is over.
# 只数满的堆，漏了多出的一堆
for _ in range(int(input())):
    n, m = map(int, input().split())
    print(0 if (n - n // m) % 2 else 1)
