NUMBER = re.compile(rb"0|[1-9][0-9]*")
SIGNED = re.compile(rb"0|-?[1-9][0-9]*")
WORD = re.compile(rb"[^ \t\n\v\f\r]+")
COUNT = re.compile(r"(?:(\d+)\*)?([A-Za-z_]\w*)([+-]\d+)?")


class Invalid(Exception):
    """The first violation that was found."""


def ends(text):
    """The ends of a range such as 1..=50; None where one is open."""
    least, most = text.split("..=")
    return (int(least) if least else None, int(most) if most else None)


class Input:
    """An input, read line by line as the description says."""

    def __init__(self, description, text):
        grammar = description["grammar"]
        self.header = grammar.get("header", [])
        self.count_of_cases = grammar["cases"].split()
        self.case = grammar["case"]
        self.bounds = {name: ends(text) for name, text in description["constants"].items()}
        self.conditions = {}
        for condition in grammar.get("conditions", []):
            kind, name, *rest = condition.split()
            self.conditions.setdefault(name, []).append((kind, *rest))
        self.lists = {}
        self.totals = {name[6:]: 0 for name in self.bounds if name.startswith("total_")}
        self.known = {}
        self.greatest = 0
        self.lines = text.split(b"\n")
        self.line = 0
        self.tokens = None
        self.at = 0
        if text.startswith(b"\xef\xbb\xbf"):
            self.fail("input", "expected no byte-order mark")
        if text and self.lines.pop() != b"":
            self.fail("input", "expected a line feed at the end of the input")
        elif not text:
            self.lines = []

    def fail(self, field, message):
        raise Invalid(f"line {self.line + 1}: {field}: {message}")

    def is_at_end(self):
        return self.line >= len(self.lines)

    def take(self, name, count):
        """The next tokens of the line."""
        if self.tokens is None:
            if self.is_at_end():
                self.fail(name, "expected a token, found the end of the input")
            self.tokens = self.lines[self.line].split(b" ")
            self.at = 0
        taken = self.tokens[self.at:self.at + count]
        if len(taken) < count:
            self.fail(name, "expected a token, found the end of the line")
        self.at += count
        return taken

    def end_line(self):
        if self.tokens is not None:
            if self.at < len(self.tokens):
                self.fail("input", "expected the end of the line")
            self.tokens = None
            self.line += 1

    def number(self, name, token, form=NUMBER, least=0, most=2**64 - 1):
        if not form.fullmatch(token):
            self.fail(name, f"expected an integer without sign, leading zero or white space, found {token[:40]!r}")
        if len(token) > 20 or not least <= int(token) <= most:
            self.fail(name, f"expected a number from {least} to {most}, found {token[:40]!r}")
        return self.bounded(name, int(token))

    def bounded(self, name, value):
        """A value within the bounds of its field; adds it to the sum."""
        self.greatest = max(self.greatest, value)
        least, most = self.bounds.get(name, (None, None))
        if least is not None and value < least:
            self.fail(name, f"expected at least {least}, found {value}")
        if most is not None and value > most:
            self.fail(name, f"expected at most {most}, found {value}")
        if name in self.totals:
            self.totals[name] += value
        return value

    def size(self, text):
        """The value of a count such as 5, heaps or 2*n+1."""
        if text.isdigit():
            return int(text)
        times, name, plus = COUNT.fullmatch(text).groups()
        return max(0, int(times or 1) * self.known[name] + int(plus or 0))

    def check(self, name, values, is_list):
        """The conditions on a number, or on the numbers of a list."""
        for kind, *rest in self.conditions.get(name, []):
            if kind == "even" and any(value % 2 for value in values):
                self.fail(name, "expected an even number")
            elif kind == "range":
                least, most = rest[0].split("..=")
                least = self.size(least) if least else 0
                most = self.size(most) if most else 2**64 - 1
                for value in values:
                    if value > most or value < least:
                        wanted = f"from {least} to {most}" if most < 2**64 - 1 else f"of at least {least}"
                        self.fail(name, f"expected a number {wanted}, found {value}")
            elif kind == "distinct" and is_list and len(set(values)) < len(values):
                self.fail(name, "expected numbers that are all different")
            elif kind == "ascending" and any(value <= before for before, value in zip(values, values[1:])):
                self.fail(name, "expected numbers each above the one before")
            elif kind == "above" and any(value <= other for value, other in zip(values, self.lists.get(rest[0], []))):
                self.fail(name, f"expected numbers above those of {rest[0]}")
            elif kind == "contains" and int(rest[0]) not in values:
                self.fail(name, f"expected {rest[0]} among the numbers")

    def read_field(self, text):
        """Reads a field such as `list heap heaps`; returns its values."""
        kind, name, *rest = text.split()
        if kind == "list":
            count = self.size(rest[0])
            if count == 0:
                return []
            values = [self.number(name, token) for token in self.take(name, count)]
            self.check(name, values, True)
            self.lists[name] = values
            return values
        token, = self.take(name, 1)
        if kind in ("word", "letters"):
            if not WORD.fullmatch(token):
                self.fail(name, f"expected a word, found {token[:40]!r}")
            if kind == "letters" and not set(token) <= set(rest[0].encode()):
                self.fail(name, f"expected only {rest[0]!r}, found {token[:40]!r}")
            for kind, *rest in self.conditions.get(name, []):
                if kind == "without" and rest[0].encode() in token:
                    self.fail(name, f"expected no {rest[0]}, found {token[:40]!r}")
            self.bounded(name, len(token))
            return [token]
        if kind == "signed":
            return [self.number(name, token, SIGNED, -2**63, 2**63 - 1)]
        value = self.number(name, token)
        self.known[name] = value
        self.check(name, [value], False)
        return [value]

    def read_parts(self, parts):
        """Reads the parts of a case or of a row; returns the numbers on its lines."""
        numbers = []
        for part in parts:
            if "line" in part:
                for field in part["line"]:
                    numbers += self.read_field(field)
                self.end_line()
                continue
            rows = part["rows"]
            count = self.size(rows["count"])
            found = [self.read_parts(rows["parts"]) for _ in range(count)]
            for kind, *_ in self.conditions.get(rows["name"], []):
                if kind == "distinct" and any(len(set(row)) < len(row) for row in found):
                    self.fail(rows["name"], "expected numbers that are all different")
                if kind == "tree":
                    self.check_tree(rows["name"], found)
        return numbers

    def check_tree(self, name, edges):
        """Edges on the vertices from 1 to their number + 1 that close no circle."""
        parent = list(range(len(edges) + 2))
        for edge in edges:
            roots = []
            for vertex in edge:
                if not 1 <= vertex <= len(edges) + 1:
                    self.fail(name, f"expected a vertex from 1 to {len(edges) + 1}, found {vertex}")
                while parent[vertex] != vertex:
                    parent[vertex] = parent[parent[vertex]]
                    vertex = parent[vertex]
                roots.append(vertex)
            if roots[0] == roots[1]:
                self.fail(name, "expected the edges of a tree")
            parent[roots[0]] = roots[1]

    def closes(self, zeros):
        """Whether the zeros that end the cases begin here."""
        tokens = b" ".join(self.lines[self.line:self.line + zeros]).split()[:zeros]
        return len(tokens) == zeros and all(set(token) == {48} for token in tokens)

    def read(self):
        """Reads the input to its end; returns the number of its cases."""
        for name in self.header:
            self.known[name] = self.number(name, *self.take(name, 1))
        self.end_line()
        kind, *zeros = self.count_of_cases
        cases = 1 if kind == "one" else None
        if kind == "counted":
            cases = self.number("cases", *self.take("cases", 1))
            self.end_line()
        read = 0
        while read != cases:
            if kind in ("to-end", "until-zeros") and self.is_at_end():
                break
            if zeros and self.closes(int(zeros[0])):
                break
            self.read_parts(self.case)
            read += 1
        if zeros:
            for token in self.take("input", int(zeros[0])):
                if token != b"0":
                    self.fail("input", f"expected a closing 0, found {token[:40]!r}")
            self.end_line()
        if kind == "to-end" and read == 0:
            self.fail("input", "expected a case, found the end of the input")
        if not self.is_at_end():
            self.fail("input", "expected the end of the input")
        if kind != "counted" and "cases" in self.bounds:
            self.bounded("cases", read)
        for name, total in self.totals.items():
            least, most = self.bounds["total_" + name]
            if least is not None and total < least:
                self.fail(name, f"expected a sum of at least {least}, found {total}")
            if most is not None and total > most:
                self.fail(name, f"expected a sum of at most {most}, found {total}")
        return read
