# Answers as if one, two or three stones might be taken.
print("SK" if int(input()) % 4 else "CY")
