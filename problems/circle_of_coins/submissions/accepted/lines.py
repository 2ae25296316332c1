import sys

for token in sys.stdin.read().split():
    if token == "0":
        break
    print("Alice" if int(token) < 3 else "Bob")
