# Takes one coin alone into account.
# 只考虑取一枚硬币
for _ in range(int(input())):
    print("First" if int(input()) % 2 else "Second")
