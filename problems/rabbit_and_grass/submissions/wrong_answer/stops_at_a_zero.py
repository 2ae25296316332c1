# Takes a piece on cell 0 for the end of the row.
while int(input()):
    total = 0
    for cell in map(int, input().split()):
        if cell == 0:
            break
        total ^= cell
    print("Rabbit Win!" if total else "Grass Win!")
