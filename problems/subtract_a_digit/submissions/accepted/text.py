digit = input().strip()[-1]
print("2" if digit == "0" else f"1\n{digit}")
