# Looks at the rows only.
# 只看行数
while True:
    n, m = map(int, input().split())
    if n == 0:
        break
    print("What a pity!" if n % 2 else "Wonderful!")
