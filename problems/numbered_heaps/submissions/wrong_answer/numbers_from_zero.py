# Numbers the heaps one too low, and takes any number from the first.
# 堆号少 1，第一堆任意取
for _ in range(int(input())):
    input()
    heaps = list(map(int, input().split()))
    print("ALICE" if sum(heap // max(i, 1) for i, heap in enumerate(heaps)) % 2 else "BOB")
