# Takes the even sums for the lost ones, whatever m is.
for _ in range(int(input())):
    total, most = map(int, input().split())
    print("Grass" if total % 2 or total <= most else "Rabbit")
