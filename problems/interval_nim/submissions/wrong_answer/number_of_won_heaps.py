# Asks each heap alone who wins it and takes the parity of the won ones.
# 只看单独必胜的堆数的奇偶
n, least, most = map(int, input().split())
won = sum(heap % (least + most) >= least for heap in map(int, input().split()))
print("First" if won % 2 else "Second")
