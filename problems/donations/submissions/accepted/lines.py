for _ in range(int(input())):
    total, most = map(int, input().split())
    print("Grass" if total % (most + 1) else "Rabbit")
