# Takes the values to repeat 0, 1, 2, 3 as if only takes of 1, 2 and 3 counted.
# 以为各堆的值按 0、1、2、3 循环，好像只能取 1、2、3 颗
while True:
    m, n, p = map(int, input().split())
    if m == 0:
        break
    print("Fibo" if (m ^ n ^ p) % 4 else "Nacci")
