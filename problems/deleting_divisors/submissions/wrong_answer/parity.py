# Takes all even numbers for won.
# 把所有偶数当作必胜
for _ in range(int(input())):
    print("Bob" if int(input()) % 2 else "Alice")
