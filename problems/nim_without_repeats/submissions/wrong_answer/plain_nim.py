# Forgets that a number must not be taken again.
total = 0
for _ in range(int(input())):
    total ^= int(input())
print("NO" if total else "YES")
