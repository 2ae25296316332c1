# Prints the winner alone.
# 只输出胜者，没有输出第一步
print(1 if int(input()) % 3 else 2)
