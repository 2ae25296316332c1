"""Calls validate.py, an output validator of the ICPC format, as DMOJ calls checkers."""
import os
import subprocess
import sys
import tempfile

from dmoj.error import InternalError
from dmoj.result import CheckerResult

FOLDER = os.path.dirname(os.path.abspath(__file__))
# The files that tell of a verdict, and those that give points, which have no place in a verdict of DMOJ.
MESSAGES = ["teammessage.txt", "judgemessage.txt"]
POINTS = ["score.txt", "score_multiplier.txt"]
LONGEST_RUN = 60


def check(process_output, judge_output, judge_input=b"", point_value=1.0, **_):
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ["input", "answer", "output"]]
        for path, data in zip(paths, [judge_input, judge_output, process_output]):
            with open(path, "wb") as file:
                file.write(bytes(data))
        feedback = os.path.join(folder, "feedback", "")
        os.mkdir(feedback)
        command = [sys.executable, os.path.join(FOLDER, "validate.py"), paths[0], paths[1], feedback]
        with open(paths[2], "rb") as output:
            try:
                run = subprocess.run(
                    command, stdin=output, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=LONGEST_RUN
                )
            except subprocess.TimeoutExpired:
                raise InternalError("the output validator took more than %d s" % LONGEST_RUN)
        if any(os.path.exists(feedback + name) for name in POINTS):
            raise InternalError("the output validator gives points")
        message = first_line(feedback)
    if run.returncode not in (42, 43):
        told = run.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
        raise InternalError("the output validator ended with status %d: %s" % (run.returncode, told))
    is_right = run.returncode == 42
    return CheckerResult(is_right, point_value if is_right else 0.0, message)


def first_line(feedback):
    for name in MESSAGES:
        if os.path.exists(feedback + name):
            with open(feedback + name, encoding="utf-8", errors="replace") as file:
                for line in file:
                    if line.strip():
                        return line.strip()
    return None
