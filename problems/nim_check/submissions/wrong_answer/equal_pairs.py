# Takes a position for lost only where equal heaps pair up: 1, 2 and 3 are lost, too.
# 只在各堆两两相等时判负
for _ in range(int(input())):
    input()
    unpaired = set()
    for heap in input().split():
        unpaired ^= {heap}
    print("Yes" if unpaired - {"0"} else "No")
