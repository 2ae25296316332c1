# Makes the table of values anew for each heap.
def value(heap, numbers):
    values = []
    for size in range(heap + 1):
        seen = {values[size - number] for number in numbers if number <= size}
        mex = 0
        while mex in seen:
            mex += 1
        values.append(mex)
    return values[heap]


while True:
    k, *numbers = map(int, input().split())
    if k == 0:
        break
    answer = ""
    for _ in range(int(input())):
        total = 0
        for heap in list(map(int, input().split()))[1:]:
            total ^= value(heap, numbers)
        answer += "W" if total else "L"
    print(answer)
