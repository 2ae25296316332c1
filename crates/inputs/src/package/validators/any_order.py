def begins_record(tokens):
    """Whether an answer begins with a line: other lines may begin with the same number, but not be that alone."""
    first = tokens[0].decode("ascii", "replace")
    return first in RECORDS and (len(tokens) == 1 or not first.removeprefix("-").isdigit())


def records(text):
    """The answers of cases: each its lines whose place is fixed, and those after the first in order of size."""
    found = []
    for line in text.split(b"\n"):
        tokens = TOKEN.findall(line)
        if not tokens:
            continue
        begins = RECORDS == "line" or RECORDS != "whole" and begins_record(tokens)
        if begins or not found:
            found.append([])
        found[-1].append(b" ".join(tokens))
    return [(record[:FIXED], sorted(UNIQUE(record[1:]))) for record in found]


def wrong(_, answer, output):
    """The reason why an output is wrong; None where only the order of lines differs within an answer, behind those that come first."""
    expected, got = records(answer), records(output)
    for number, (one, other) in enumerate(zip(expected, got), 1):
        if one[0][1:] != other[0][1:] and one[1] == other[1]:
            return f"case {number}: {one[0][1].decode()} comes first, the other lines in any order"
        if one != other:
            return f"case {number}: the answer differs by more than the order of its lines"
    if len(expected) != len(got):
        return f"expected {len(expected)} answers, got {len(got)}"
    return None
