# Takes 29 February for another exception.
# 把 2 月 29 日也当作例外
for _ in range(int(input())):
    year, month, day = map(int, input().split())
    print("YES" if (month + day) % 2 == 0 or (month, day) in ((2, 29), (9, 30), (11, 30)) else "NO")
