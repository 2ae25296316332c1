# Tries to take 1, 2, 3, ... matches from each heap: up to 10^9 nim-sums for each of them.
def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


def main():
    k = int(input())
    heaps = list(map(int, input().split()))
    if nim_sum(heaps) == 0:
        print("lose")
        return
    for i in range(k):
        before = heaps[i]
        for take in range(1, before + 1):
            heaps[i] = before - take
            if nim_sum(heaps) == 0:
                print(take, i + 1)
                print(*heaps)
                return
        heaps[i] = before


main()
