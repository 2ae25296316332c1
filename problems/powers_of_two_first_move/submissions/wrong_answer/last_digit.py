# Looks at the last digit alone.
# 只看最后一位数字
n = int(input()[-1])
if n % 3:
    print(1)
    print(n % 3)
else:
    print(2)
