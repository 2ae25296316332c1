# Has the golden ratio to three decimals.
# 黄金分割比只取三位小数
while True:
    b, a = sorted(map(int, input().split()))
    if a == 0:
        break
    print("Stan wins" if a == b or a > 1.618 * b else "Ollie wins")
