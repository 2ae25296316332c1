import sys

wins = [False]
for cards in range(1, 1001):
    wins.append(any(not wins[cards - (1 << i)] for i in range(cards.bit_length())))
for line in sys.stdin:
    print("Kiki" if wins[int(line)] else "Cici")
