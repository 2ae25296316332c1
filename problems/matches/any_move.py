def number(token):
    """A number of 64 bits without sign; None for anything else."""
    if token.isdigit() and len(token.lstrip(b"0")) <= 20 and int(token) < 2**64:
        return int(token)
    return None


def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


def wrong(text, _, output):
    """The reason why an output is wrong: `lose` where it is not true, or a move that does not win."""
    tokens = TOKEN.findall(output)
    heaps = [int(token) for token in text.split()[1:]]
    if tokens == [b"lose"]:
        return "says lose, but there is a winning move" if nim_sum(heaps) else None
    numbers = [number(token) for token in tokens]
    if len(numbers) < 2 or None in numbers:
        return "expected lose, or a move and the heaps after it"
    taken, index, *after = numbers
    if not 1 <= index <= len(heaps):
        return f"takes from heap {index}, but there are {len(heaps)} heaps"
    before = heaps[index - 1]
    if not 1 <= taken <= before:
        return f"takes {taken} from heap {index}, which has {before}"
    heaps[index - 1] = before - taken
    if after != heaps:
        return "the heaps after the move are not these"
    if nim_sum(after):
        return f"takes {taken} from heap {index}, which leaves xor {nim_sum(after)}"
    return None
