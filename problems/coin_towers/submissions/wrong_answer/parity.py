# Counts only single coins.
# 只算每次取一枚
k, l, m = map(int, input().split())
print("".join("A" if int(tower) % 2 else "B" for tower in input().split()))
