# Forgets that a number must not be taken again.
# 忘了取过的数不能再取
total = 0
for _ in range(int(input())):
    total ^= int(input())
print("NO" if total else "YES")
