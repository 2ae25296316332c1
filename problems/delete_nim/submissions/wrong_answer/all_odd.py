# Takes a position for lost only where all piles are odd, as for a single pair.
# 只在所有堆都是奇数时判负
for _ in range(int(input())):
    input()
    print("YES" if any(pile % 2 == 0 for pile in map(int, input().split())) else "NO")
