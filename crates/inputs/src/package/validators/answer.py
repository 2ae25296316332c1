INTEGERS = re.compile(r"(?:0|-?[1-9][0-9]*)(?: (?:0|-?[1-9][0-9]*))*")


def one_of(key, found):
    """Whether a number is among those that the answers of this package have; all are where these are too many."""
    return key not in DESCRIPTION or str(found) in DESCRIPTION[key]


def is_known(line, greatest):
    """Whether a line is one of the problem's, or integers as its answers have them."""
    if line in DESCRIPTION.get("words", []):
        return True
    if not INTEGERS.fullmatch(line):
        return "words" not in DESCRIPTION and set(line) <= set(DESCRIPTION.get("letters", line))
    values = [int(token) for token in line.split(" ")]
    steps = [after - before for before, after in zip(values, values[1:])]
    if DESCRIPTION.get("greatest") == "in input" and max(values) > greatest:
        return False
    return one_of("integers", len(values)) and all(one_of("steps", step) for step in steps)


def has_shape(lines, known):
    """Whether a whole answer has one of the shapes: words, a number of integers, or that which the input names."""
    kinds = [line if not INTEGERS.fullmatch(line) else len(line.split(" ")) for line in lines]
    for shape in DESCRIPTION["shapes"]:
        wanted = [known[line[1:]] if line[:1] == "=" else line for line in shape]
        if len(kinds) == len(wanted) and all(str(one) == str(other) for one, other in zip(kinds, wanted)):
            return True
    return False


def block_shape(lines):
    """The shape of an answer: its lines, where # stands for one of integers and #+ for several."""
    shape = []
    for line in lines:
        if not INTEGERS.fullmatch(line):
            shape.append(line)
        elif shape and shape[-1][:1] == "#":
            shape[-1] = "#+"
        else:
            shape.append("#")
    return shape


def check_answer(cases, given, answer):
    """Raises Invalid unless an answer has the form of the answers to so many cases."""
    if answer and not answer.endswith("\n"):
        raise Invalid("expected a line feed at the end of the answer")
    lines = answer.split("\n")[:-1]
    answers = DESCRIPTION["answers"]
    found = 0
    blocks = []
    for number, line in enumerate(lines, 1):
        is_blank = line == "" and "" not in DESCRIPTION.get("words", [])
        if is_blank or line != " ".join(line.split()):
            raise Invalid(f"line {number}: expected words with single spaces between them, found {line[:40]!r}")
        if answers == "numbered":
            prefix = f"Case {number}: "
            if not line.startswith(prefix):
                raise Invalid(f"line {number}: expected {prefix!r}, found {line[:40]!r}")
            line = line[len(prefix):]
        begins = answers in ("line", "numbered") or line in answers
        # Where the words are integers, other lines of integers can begin with one.
        begins = begins or not INTEGERS.fullmatch(line) and line.split(" ")[0] in answers
        found += begins
        if found == 0 and answers != "whole":
            raise Invalid(f"line {number}: expected one of {answers}, found {line[:40]!r}")
        if not is_known(line, given.greatest):
            raise Invalid(f"line {number}: expected a line as the answers of this problem have, found {line[:40]!r}")
        if "blocks" in DESCRIPTION:
            if begins:
                blocks.append([])
            blocks[-1].append(line)
    for block in blocks:
        if block_shape(block) not in DESCRIPTION["blocks"]:
            raise Invalid(f"expected an answer as {DESCRIPTION['blocks']}, found {block[:3]}")
    if answers == "whole":
        if not lines or "shapes" in DESCRIPTION and not has_shape(lines, given.known):
            raise Invalid(f"expected one of {DESCRIPTION.get('shapes')}, found {answer[:40]!r}")
    elif found != cases:
        raise Invalid(f"expected {cases} answers, found {found}")


def main():
    try:
        with open(sys.argv[1], "rb") as file:
            given = Input(DESCRIPTION, file.read())
        cases = given.read()
        check_answer(cases, given, sys.stdin.buffer.read().decode("ascii", "replace"))
    except Invalid as error:
        print(error, file=sys.stderr)
        return INVALID
    return VALID


sys.exit(main())
