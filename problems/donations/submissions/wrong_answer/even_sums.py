# Takes the even sums for the lost ones, whatever m is.
# 不论 m 是多少，都把偶数的和当作必败
for _ in range(int(input())):
    total, most = map(int, input().split())
    print("Grass" if total % 2 or total <= most else "Rabbit")
