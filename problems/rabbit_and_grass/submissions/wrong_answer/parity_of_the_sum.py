# Takes the parity of the sum of the cells for the nim-sum.
while int(input()):
    print("Rabbit Win!" if sum(map(int, input().split())) % 2 else "Grass Win!")
