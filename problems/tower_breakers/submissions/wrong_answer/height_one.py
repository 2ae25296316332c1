# Takes an odd number of towers of height 1 for won.
# 高度为 1 的奇数座塔也当作必胜
for _ in range(int(input())):
    n, m = map(int, input().split())
    print(1 if n % 2 else 2)
