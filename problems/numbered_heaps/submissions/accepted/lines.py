for _ in range(int(input())):
    input()
    heaps = list(map(int, input().split()))
    print("ALICE" if sum(heap // i for i, heap in enumerate(heaps, 1)) % 2 else "BOB")
