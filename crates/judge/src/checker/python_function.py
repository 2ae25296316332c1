# Runs a checker of DMOJ: a module with a function `check`, or one of those that come with DMOJ.
# Arguments: the module or the name, input, answer, output, and the checker's own arguments in JSON.
# Prints the part of the points that the output is worth, from 0 to 1, and a message on standard error.
import collections
import importlib.util
import json
import os
import sys
import types


class CheckerResult:
    def __init__(self, passed, points, feedback=None, extended_feedback=None):
        self.passed, self.points = passed, points
        self.feedback, self.extended_feedback = feedback, extended_feedback


class InternalError(Exception):
    pass


def utf8bytes(text):
    return text.encode() if isinstance(text, str) else text


def utf8text(data, errors="strict"):
    return data.decode("utf-8", errors) if isinstance(data, bytes) else data


def filled(data):
    return [line for line in utf8bytes(data).replace(b"\r", b"\n").split(b"\n") if line]


def words(data):
    return utf8bytes(data).split()


def in_any_order(output, answer, split_on="lines", **_):
    of = (lambda data: [line.split() for line in filled(data)]) if split_on == "lines" else words
    return sorted(of(output)) == sorted(of(answer))


def of_the_same_letters(output, answer, **_):
    letters = lambda data: collections.Counter(b"".join(words(data)).lower())
    return letters(output) == letters(answer)


def of_the_same_words(output, answer, **_):
    rows = lambda data: [line.split() for line in filled(data) if line.strip()]
    return rows(output) == rows(answer)


def without_ends(data):
    return [line.rstrip() for line in utf8bytes(data).rstrip().split(b"\n")]


def line_by_line(output, answer, point_value=1.0, **_):
    got, expected = filled(output), filled(answer)
    if len(got) > len(expected) or not expected:
        return len(got) <= len(expected)
    right = sum(a.strip() == b.strip() for a, b in zip(got, expected))
    return CheckerResult(right == len(expected), point_value * right / len(expected))


def lines_with_points(output, answer, point_value=1.0, point_distribution=(1,), filler_lines_required=True, **_):
    got, expected = filled(output), filled(answer)
    if len(expected) != len(point_distribution) or not sum(point_distribution):
        raise InternalError("point_distribution does not fit the answer")
    if filler_lines_required and len(got) != len(expected):
        return False
    part = sum(p for a, b, p in zip(got, expected, point_distribution) if a == b) / sum(point_distribution)
    return CheckerResult(part > 0, point_value * part)


def module(name, **contents):
    made = types.ModuleType(name)
    made.__dict__.update(contents, __path__=[])
    sys.modules[name] = made


module("dmoj")
module("dmoj.utils")
module("dmoj.result", CheckerResult=CheckerResult, Result=object)
module("dmoj.error", InternalError=InternalError)
module("dmoj.utils.unicode", utf8bytes=utf8bytes, utf8text=utf8text)
BUILT_IN = {
    "identical": lambda output, answer, **_: utf8bytes(output) == utf8bytes(answer),
    "rstripped": lambda output, answer, **_: without_ends(output) == without_ends(answer),
    "standard": of_the_same_words,
    "easy": of_the_same_letters,
    "linecount": line_by_line,
    "linematches": lines_with_points,
    "sorted": in_any_order,
    "unordered": lambda output, answer, **_: in_any_order(output, answer, "whitespace"),
}

module("dmoj.checkers")
for name, function in BUILT_IN.items():
    module("dmoj.checkers." + name, check=function)
    setattr(sys.modules["dmoj.checkers"], name, sys.modules["dmoj.checkers." + name])


class Unknown:
    """An argument that DMOJ gives to a checker, and that is not known here."""

    def refuse(self, *_):
        raise InternalError("what a checker asks of a submission or its run is not known here")

    __getattr__ = __eq__ = __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __str__ = __hash__ = refuse


UNKNOWN = ["submission_source", "submission_language", "problem_id", "case", "result"]

name, *files = sys.argv[1:5]
args = sys.argv[5] if len(sys.argv) > 5 else "{}"
data = [open(file, "rb").read() for file in files]
check = BUILT_IN.get(name)
if check is None:
    sys.path.insert(0, os.path.dirname(os.path.abspath(name)))
    spec = importlib.util.spec_from_file_location("checker", name)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    check = loaded.check
try:
    result = check(
        data[2],
        data[1],
        judge_input=data[0],
        point_value=1.0,
        case_position=0,
        batch=0,
        binary_data=False,
        execution_time=0.0,
        **dict.fromkeys(UNKNOWN, Unknown()),
        **json.loads(args)
    )
except UnicodeDecodeError:
    result = CheckerResult(False, 0, "invalid unicode")
if not isinstance(result, CheckerResult):
    result = CheckerResult(result, 1.0 if result else 0.0)
print(result.feedback or "", file=sys.stderr)
print(result.points)
