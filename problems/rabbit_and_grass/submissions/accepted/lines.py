while int(input()):
    total = 0
    for cell in map(int, input().split()):
        total ^= cell
    print("Rabbit Win!" if total else "Grass Win!")
