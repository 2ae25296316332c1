# Prints the letter of no sticks, and not that of n.
# 输出 0 根的字母，而不是 n 根的
n, k = map(int, input().split())
take = list(map(int, input().split()))
won = bytearray(n + 1)
for heap in range(n + 1):
    if not won[heap]:
        for number in take:
            if heap + number <= n:
                won[heap + number] = 1
print("".join("W" if w else "L" for w in won[:n]))
