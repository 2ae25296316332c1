# Takes what the remainder lacks to 3, as if stones were added.
# 取了补足到 3 的数目，仿佛是在加石子
n = int(input())
if n % 3:
    print(1)
    print(3 - n % 3)
else:
    print(2)
