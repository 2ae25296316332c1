# Reads the height before the number of towers.
# 把高度当作塔数读入
for _ in range(int(input())):
    m, n = map(int, input().split())
    print(1 if n % 2 and m > 1 else 2)
