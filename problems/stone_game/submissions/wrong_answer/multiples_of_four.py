# Answers as if one, two or three stones might be taken.
# 按可以取一、二、三颗来回答
print("SK" if int(input()) % 4 else "CY")
