# Lets both give as much as they may.
for _ in range(int(input())):
    total, most = map(int, input().split())
    donations = (total + most - 1) // most
    print("Grass" if donations % 2 else "Rabbit")
