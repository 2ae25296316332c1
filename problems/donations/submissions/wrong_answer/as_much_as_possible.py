# Lets both give as much as they may.
# 让双方每次都捐到上限
for _ in range(int(input())):
    total, most = map(int, input().split())
    donations = (total + most - 1) // most
    print("Grass" if donations % 2 else "Rabbit")
