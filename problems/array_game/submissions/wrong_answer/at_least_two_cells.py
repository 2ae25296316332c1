# Forgets the move that turns over a single cell.
# 忘了可以只翻一个格子
import sys


def main():
    cells, cases = int(input()), int(input())
    values = {}

    def value(quotient):
        if quotient not in values:
            options, total, k = set(), 0, 2
            while k <= quotient:
                inner = value(quotient // k)
                following = quotient // (quotient // k) + 1
                options.add(total ^ inner)
                if (following - k) % 2:
                    total ^= inner
                k = following
            mex = 0
            while mex in options:
                mex += 1
            values[quotient] = mex
        return values[quotient]

    for _ in range(cases):
        input()
        total = 0
        for cell in map(int, input().split()):
            total ^= value(cells // cell)
        print("Yes" if total else "No")


main()
