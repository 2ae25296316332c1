# Subtracts the first digit.
n = input().strip()
print("2" if n[-1] == "0" else f"1\n{n[0]}")
