# Takes the parity of all stones for their nim-sum.
# 用石子总数的奇偶代替异或和
for _ in range(int(input())):
    input()
    print("Yes" if sum(map(int, input().split())) % 2 else "No")
