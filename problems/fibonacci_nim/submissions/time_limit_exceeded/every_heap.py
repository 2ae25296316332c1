# Goes through the heaps up to n one by one in each case.
while True:
    n = int(input())
    if n == 0:
        break
    lost, following = 1, 2
    for heap in range(1, n + 1):
        if heap == following:
            lost, following = following, lost + following
    print("Second win" if n == lost else "First win")
