lost = {2**k for k in range(1, 64, 2)}
for _ in range(int(input())):
    n = int(input())
    print("Bob" if n % 2 or n in lost else "Alice")
