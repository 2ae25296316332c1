# Searches by recursion, which goes as deep as there are moves.
from functools import lru_cache

_, stones = map(int, input().split())
numbers = sorted(map(int, input().split()))


@lru_cache(None)
def wins(heap):
    return any(not wins(heap - number) for number in numbers if number <= heap)


print("First" if wins(stones) else "Second")
