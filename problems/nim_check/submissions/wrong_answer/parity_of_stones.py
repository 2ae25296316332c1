# Takes the parity of all stones for their nim-sum.
for _ in range(int(input())):
    input()
    print("Yes" if sum(map(int, input().split())) % 2 else "No")
