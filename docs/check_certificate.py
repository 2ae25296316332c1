#!/usr/bin/env python3
"""Checks certificates of periods that `toolkit sg period GAME --json` has printed.

    python3 check_certificate.py FILE...

Values are computed by the definition of the game, so that neither the toolkit nor the file has to be trusted: a claim that
holds is proved by what is computed here. It prints a line for each file; the exit code is 1 where one is refused. The key `blake3`
finds damage and proves nothing, so that only its form is checked. The theorems are proved in the sources of the toolkit,
crates/engine/src/sequence/theorem.rs and arithmetic.rs. Python 3.8 or later, and no other package.
"""
import json
import re
import sys
from functools import lru_cache, reduce
from math import gcd
from operator import xor

KEYS = "schema game preperiod period saltus multiple proved theorem values checksum blake3 observed".split()
ALIASES = {"kayles": "0.77", "dawson": "0.07", "treblecross": "0.007", "officers": "0.6"}
MOST_VALUES = 200_000  # an hour or so
PLACES = "by induction on the place (Winning Ways, chapter 14)"
INTERVAL = "a heap n has the value floor((n mod (a + b)) / a), where a to b may be taken"


class Refused(Exception):
    pass


def require(holds, why):
    if not holds:
        raise Refused(why)


class Game:
    """The values of a game by its definition, and what proves a period. `options(n)` is the set of the values of all options."""

    name, formula, unit = "", None, 1  # Value n is that of heap n * unit; a formula is the name of a proof that is not finite.

    def __init__(self):
        self.values = []

    def compute(self, count):
        require(count <= MOST_VALUES, f"{count} values are more than this program computes")
        while len(self.values) < count:
            options, value = self.options(len(self.values)), 0
            while value in options:
                value += 1
            self.values.append(value)

    def needed(self, e, p, s):
        """The values that prove the period."""
        require(s == 0, f"no theorem proves a saltus for this game, which is {s} here")
        return e + p + self.last

    def proves(self, e, p, s, count):
        """Whether the first `count` values, all of which have the pattern, prove it for ever."""
        return True


class Subtraction(Game):
    """A window as long as the largest amount, repeated."""

    name = "repeated window"

    def __init__(self, amounts):
        super().__init__()
        if amounts == list(range(amounts[0], amounts[-1] + 1)):
            self.formula = INTERVAL
        else:
            self.unit = reduce(gcd, amounts)
        self.amounts = [amount // self.unit for amount in amounts]
        self.last = self.amounts[-1]

    def options(self, n):
        return {self.values[n - amount] for amount in self.amounts if amount <= n}


class Powers(Game):
    """The amounts have finitely many residues modulo p, and from the largest of the first ones with each on, heaps have them all."""

    formula = "the powers of b are 1 and -1 modulo b + 1"

    def __init__(self, base):
        super().__init__()
        self.base = base

    def options(self, n):
        found, amount = set(), 1
        while amount <= n:
            found.add(self.values[n - amount])
            amount = amount * self.base if self.base > 1 else n + 1
        return found

    def needed(self, e, p, s):
        require(e == 0 and s == 0, "a period of this game begins with heap 0 and adds nothing")
        amount, residues = 1, set()
        while amount % p not in residues:
            residues.add(amount % p)
            self.last, amount = amount, amount * self.base
            require(amount <= MOST_VALUES, "the amounts are too large here")
        return self.last + 2 * p


class AllBut(Game):
    """The number of values used up before the last window grows with the period."""

    name = "repeated state"

    def __init__(self, forbidden, formula=None, first=0):
        super().__init__()
        self.forbidden, self.formula, self.first = set(forbidden), formula, first
        self.last = max(forbidden, default=first)

    def options(self, n):
        return {self.values[heap] for heap in range(self.first, n) if n - heap not in self.forbidden}

    def needed(self, e, p, s):
        return max(e, self.first) + p + self.last

    def proves(self, e, p, s, count):
        top = lambda n: max((value + 1 for value in self.values[self.first:max(n - self.last, self.first)]), default=0)
        return top(count) == top(count - p) + s


class Code(Game):
    """Guy and Smith: a window of as many periods as heaps may be left; for a saltus, all types of options."""

    any_amount = False

    def __init__(self, digits):
        super().__init__()
        self.digits = digits
        self.last = max((taken for taken, digit in enumerate(digits) if digit), default=0)
        self.parts = max(max(digits).bit_length() - 1, 1)
        self.pairs = lru_cache(None)(self.pairs)

    def pairs(self, n):
        return set(map(xor, self.values[1:n // 2 + 1], self.values[n - 1:n - n // 2 - 1:-1])) if n > 1 else set()

    def options(self, n):
        found = set(self.values[:n]) if self.any_amount else set()
        for rest, digit in ((n - taken, digit) for taken, digit in enumerate(self.digits) if taken <= n):
            found |= {0} if digit & 1 and rest == 0 else set()
            found |= {self.values[rest]} if digit & 2 and rest > 0 else set()
            found |= self.pairs(rest) if digit & 4 else set()
            for part in range(1, rest // 3 + 1) if digit & 8 else ():
                found |= {value ^ self.values[part] for value in self.pairs(rest - part)}
        return found

    def needed(self, e, p, s):
        require(s == 0 or self.parts == 3 or self.any_amount, f"no theorem proves a saltus for this game, which is {s} here")
        self.name = "finite check of types" if s else "Guy-Smith"
        return (max(e, 1) + p) * (3 if s else self.parts) + self.last

    def proves(self, e, p, s, count):
        if s & (s - 1) or s == 0:  # Only a power of two divides values in parts on which XOR acts apart.
            return s == 0
        e = max(e, 1)
        start = 3 * (e + p) + self.last
        return all(self.goes_on(heap, e, p, s) for heap in range(start, start + p))

    def types(self, n, e, p):
        """Each type of the options of n that leave a large heap, and the periods that its large heaps have together."""
        for taken, digit in enumerate(self.digits):
            for parts in (parts for parts in (1, 2, 3) if digit >> parts & 1):
                firsts = [()]
                for _ in range(parts - 1):
                    firsts = [heaps + (heap,) for heaps in firsts for heap in range(max(heaps, default=1), e + p)]
                for heaps in firsts:
                    periods, residue = divmod(n - taken - sum(heaps) - e, p)
                    if periods >= 0 and e + residue >= max(heaps, default=0):
                        yield heaps + (e + residue,), periods

    def goes_on(self, n, e, p, s):
        """Whether the value of heap n is what the pattern says, and those of all n + ip."""
        high, low = divmod(self.values[e + (n - e) % p] + (n - e) // p * s, s)
        # By low part, and less the high part: all even and all odd numbers up to a bound, and single ones.
        bounds, singles = [[None, None] for _ in range(s)], [set() for _ in range(s)]

        def bound(part, last):
            best = bounds[part][last % 2]
            bounds[part][last % 2] = last if best is None else max(best, last)

        for heaps, periods in self.types(n, e, p):
            part = reduce(xor, (self.values[heap] % s for heap in heaps))
            highs = [self.values[heap] // s for heap in heaps if heap >= e]
            small = reduce(xor, (self.values[heap] // s for heap in heaps if heap < e), 0)
            beyond = sum(highs) + periods - high
            is_far = abs(beyond) > small if len(highs) == 1 else beyond < -small
            if part == low and (beyond + small) % 2 == 0 and not is_far:
                return False
            if len(highs) == 3 and min(highs) == 0:
                bound(part, beyond - 2 * max(highs))
            if small == 0 and sum(value > 0 for value in highs) <= 1:
                singles[part].add(beyond)
        for residue in range(e, e + p) if self.any_amount else ():
            # Every heap of this residue below n, with high parts that follow each other.
            first, part = divmod(self.values[residue], s)
            beyond = first + (n - 1 - residue) // p - high
            if part == low and beyond >= 0:
                return False
            if all(value * s + part in self.values[:e] for value in range(first)):
                bound(part, beyond)
                bound(part, beyond - 1)
        for part in range(s):
            if None in bounds[part]:
                return False
            for number in range(min(bounds[part]), 1 if part < low else 0):
                if number > bounds[part][number % 2] and number not in singles[part]:
                    return False
        return True


class Lasker(Code):
    """Any number may be taken, or the heap split in two."""

    any_amount, formula = True, "by induction (Winning Ways, chapter 4)"


def numbers(text):
    require(re.fullmatch(r"[0-9,.]+", text), f"{text} is no list of numbers")
    found = set()
    for item in text.split(","):
        first, dots, last = item.partition("..")
        found |= set(range(int(first or 1), min(int(last), MOST_VALUES) + 1)) if dots else {int(first)}
    require(found and 0 not in found and max(found) < MOST_VALUES, f"{text} has numbers that are too large here, or 0")
    return sorted(found)


def game(name):
    name = ALIASES.get(name, name)
    kind, _, argument = name.partition(":")
    if re.fullmatch(r"[04]\.[0-7]+|hex:[048C]\.[0-9A-F]+", name):
        return Code([int(digit, 16) for digit in name.replace("hex:", "").replace(".", "")])
    if kind == "subtract":
        return Subtraction(numbers(argument))
    if kind == "bash" and argument != "0":
        return Subtraction(numbers(".." + argument))
    if kind == "allbut":
        return AllBut(numbers(argument))
    if re.fullmatch(r"powers-of:[1-9][0-9]*", name):
        return Powers(int(argument))
    others = {
        "nim": lambda: AllBut([], "Bouton (1901): the options of heap n have the values 0 to n - 1"),
        "coins:turtles": lambda: AllBut([], PLACES),
        "coins:twins": lambda: AllBut([], PLACES, 1),
        "lasker": lambda: Lasker([4]),
    }
    require(name in others, f"{name} is no game that this program knows")
    return others[name]()


def once(pairs):
    keys = [key for key, _ in pairs]
    require(len(keys) == len(set(keys)), "a key occurs twice")
    return dict(pairs)


def number(claim, key):
    """Numbers above 2^53 are strings."""
    value = claim[key]
    if isinstance(value, str) and re.fullmatch(r"[1-9][0-9]{0,19}", value) and int(value) > 1 << 53:
        value = int(value)
    require(type(value) is int and 0 <= value < 1 << 64, f"{key} is no number from 0 to 2^64 - 1")
    return value


def checksum(values):
    first = second = 0
    for value in values:
        first = (first + value) % 65536
        second = (second + first) % 65536
    return f"{second:04X}{first:04X}"


def check(text):
    claim = json.loads(text, object_pairs_hook=once)
    require(isinstance(claim, dict), "it is no object")
    require(set(claim) - {"verified"} == set(KEYS), "its keys are not those of a certificate")
    require(claim["schema"] == "toolkit-sg/1", "its schema is not toolkit-sg/1")
    require(claim["proved"] is True and claim["observed"] is None, "it proves nothing")
    require(type(claim.get("verified", True)) is bool, "`verified` is neither true nor false")
    for key, form in (("game", ".+"), ("theorem", ".+"), ("checksum", "[0-9A-F]{8}"), ("blake3", "[0-9a-f]{64}")):
        require(isinstance(claim[key], str) and re.fullmatch(form, claim[key]), f"{key} has another form")
    e, p, s, multiple, count = (number(claim, key) for key in "preperiod period saltus multiple values".split())
    require(p > 0 and multiple > 0, "a period is at least 1, and so is a multiple of it")
    rules = game(claim["game"])
    require(e % rules.unit == 0 and p % rules.unit == 0, f"the period is no multiple of {rules.unit}, as all amounts are")
    e, p = e // rules.unit, p // rules.unit
    needed = rules.needed(e, p * multiple, s * multiple)
    theorem, shown = (rules.formula, min(e + 2 * p, 2000)) if rules.formula else (rules.name, needed)
    require(claim["theorem"] == theorem, f"the theorem for this game is {theorem}")
    is_least = count >= shown if isinstance(rules, AllBut) and not rules.formula else count == shown
    require(is_least, f"the theorem rests on {shown} values, not on {count}")
    total = max(count, needed)
    rules.compute(total)
    values = rules.values
    require(checksum(values[:count]) == claim["checksum"], "the checksum of the values is another")
    holds = lambda n, p, s: values[n + p] == values[n] + s
    for n in range(e, total - p):
        require(holds(n, p, s), f"G({(n + p) * rules.unit}) is not G({n * rules.unit}) + {s}")
    proves = lambda times: rules.proves(e, p * times, s * times, total)
    require(proves(multiple), f"the theorem, {theorem}, does not prove it by these values")
    if rules.formula:
        require(multiple == 1, "a formula has no multiple")
    require(not any(needed >= rules.needed(e, p * less, s * less) and proves(less) for less in range(1, multiple)), "the multiple is not the least")
    require(e == 0 or not holds(e - 1, p, s), "the preperiod is not the least")
    for part in (part for part in range(2, p + 1) if p % part == 0 and s % part == 0):
        require(not all(holds(n, p // part, s // part) for n in range(e, total - p)), "the period is not the least")
    return f"{claim['game']}: preperiod {e * rules.unit}, period {p * rules.unit}, saltus {s} hold by {total} values"


def main(files):
    is_refused = not files
    for file in files:
        try:
            with open(file, encoding="utf-8") as text:
                print(f"{file}: accepted: {check(text.read())}")
        except (OSError, ValueError, RecursionError, Refused) as why:
            is_refused = True
            print(f"{file}: refused: {why}")
    return int(is_refused)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
