# Computes the nim-sum of the other heaps anew for each heap.
def others(heaps, i):
    total = 0
    for j in range(len(heaps)):
        if j != i:
            total ^= heaps[j]
    return total


def main():
    k = int(input())
    heaps = list(map(int, input().split()))
    for i in range(k):
        after = others(heaps, i)
        if after < heaps[i]:
            print(heaps[i] - after, i + 1)
            heaps[i] = after
            print(*heaps)
            return
    print("lose")


main()
