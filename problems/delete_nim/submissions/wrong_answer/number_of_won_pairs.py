# Asks each pair alone who wins it and takes the parity of the won ones.
# 只看单独必胜的对数的奇偶
for _ in range(int(input())):
    input()
    piles = list(map(int, input().split()))
    won = sum(a % 2 == 0 or b % 2 == 0 for a, b in zip(piles[::2], piles[1::2]))
    print("YES" if won % 2 else "NO")
