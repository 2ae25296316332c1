while True:
    k, *numbers = map(int, input().split())
    if k == 0:
        break
    numbers.sort()
    positions = [list(map(int, input().split()))[1:] for _ in range(int(input()))]
    largest = max(map(max, positions))
    values = []
    fitting = 0
    for heap in range(largest + 1):
        while fitting < k and numbers[fitting] <= heap:
            fitting += 1
        seen = {values[heap - number] for number in numbers[:fitting]}
        mex = 0
        while mex in seen:
            mex += 1
        values.append(mex)
    answer = ""
    for heaps in positions:
        total = 0
        for heap in heaps:
            total ^= values[heap]
        answer += "W" if total else "L"
    print(answer)
