# Lets both players take the largest number that fits.
# 让双方每次都取能取的最大数
_, stones = map(int, input().split())
moves = 0
for number in sorted(map(int, input().split()), reverse=True):
    moves += stones // number
    stones %= number
print("First" if moves % 2 else "Second")
