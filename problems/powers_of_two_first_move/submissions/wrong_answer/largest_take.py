# Prints the largest first move that wins, not the least.
# 输出了必胜的最大一步，而不是最小的
n = int(input())
if n % 3:
    taken = 1
    while taken * 2 <= n:
        taken *= 2
    while (n - taken) % 3:
        taken //= 2
    print(1)
    print(taken)
else:
    print(2)
