# Lets both players take as many coins as they can.
# 让双方每次都取尽可能多的硬币
k, l, m = map(int, input().split())


def moves(tower):
    return tower // l + tower % l // k + tower % l % k


print("".join("A" if moves(int(tower)) % 2 else "B" for tower in input().split()))
