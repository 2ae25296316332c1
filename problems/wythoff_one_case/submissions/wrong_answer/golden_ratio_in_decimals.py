# Has the golden ratio to three decimals.
a, b = sorted(map(int, input().split()))
print(0 if a == int((b - a) * 1.618) else 1)
