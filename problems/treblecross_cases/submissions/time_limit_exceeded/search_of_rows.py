# Searches all rows that can come: there are exponentially many.
from functools import lru_cache


@lru_cache(None)
def winning_moves(row):
    moves = []
    for i, cell in enumerate(row):
        if cell == ".":
            after = row[:i] + "X" + row[i + 1 :]
            if "XXX" in after or not winning_moves(after):
                moves.append(i + 1)
    return moves


for k in range(1, int(input()) + 1):
    moves = winning_moves(input())
    print(f"Case {k}:", *moves or [0])
