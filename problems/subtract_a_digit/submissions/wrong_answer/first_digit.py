# Subtracts the first digit.
# 减去第一位数字
n = input().strip()
print("2" if n[-1] == "0" else f"1\n{n[0]}")
