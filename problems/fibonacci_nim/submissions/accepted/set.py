numbers = [1, 2]
while numbers[-1] < 2**31:
    numbers.append(numbers[-1] + numbers[-2])
lost = set(numbers)
while True:
    n = int(input())
    if n == 0:
        break
    print("Second win" if n in lost else "First win")
