cells = int(input())
value = {}


def compute(quotient):
    options, total, k = {0}, 0, 2
    while k <= quotient:
        inner = quotient // k
        following = quotient // inner + 1
        options.add(total ^ value[inner])
        if (following - k) % 2:
            total ^= value[inner]
        k = following
    mex = 0
    while mex in options:
        mex += 1
    value[quotient] = mex


quotients, x = [], 1
while x <= cells:
    quotients.append(cells // x)
    x = cells // (cells // x) + 1
for quotient in reversed(quotients):
    compute(quotient)
for _ in range(int(input())):
    count = int(input())
    white = list(map(int, input().split()))
    assert len(white) == count
    total = 0
    for cell in white:
        total ^= value[cells // cell]
    print("Yes" if total else "No")
