"""Runs VALIDATOR, an output validator of the ICPC format, as interactors of testlib are called: INPUT OUTPUT ANSWER."""
import builtins
import io
import os
import sys

# The folder of feedback is held in memory, since judges let interactors write no files.
FEEDBACK = "feedback" + os.sep
POINTS = ["score.txt", "score_multiplier.txt"]
KEPT = {}
open_file = open


class Kept(io.BytesIO):
    def close(self):
        """Keeps what was written."""


def open_or_keep(file, mode="r", *args, **options):
    path = file if isinstance(file, int) else os.fspath(file)
    if not isinstance(path, str) or not path.startswith(FEEDBACK):
        return open_file(file, mode, *args, **options)
    name = os.path.normpath(path)[len(FEEDBACK):]
    if "r" in mode and name not in KEPT:
        raise FileNotFoundError(path)
    if "w" in mode or name not in KEPT:
        KEPT[name] = Kept()
    kept = KEPT[name]
    kept.seek(0, io.SEEK_END if "a" in mode else io.SEEK_SET)
    return kept if "b" in mode else io.TextIOWrapper(kept, encoding="utf-8", write_through=True)


def run():
    """Returns the status of the validator, and why it has none."""
    sys.argv = ["validate.py", sys.argv[1], sys.argv[3], FEEDBACK]
    builtins.open = io.open = open_or_keep
    try:
        exec(compile(VALIDATOR, "validate.py", "exec"), {"__name__": "__main__", "exit": sys.exit, "quit": sys.exit})
        sys.stdout.flush()
    except SystemExit as end:
        return end.code, "it ended with status %s" % end.code
    except BrokenPipeError:
        return 43, ""
    except BaseException as error:
        return None, "%s: %s" % (type(error).__name__, error)
    return 0, "it ended with status 0"


def main():
    status, why = run()
    message = ""
    for name in ["teammessage.txt", "judgemessage.txt"]:
        lines = KEPT[name].getvalue().decode("utf-8", "replace").split("\n") if name in KEPT else []
        message = message or next((line.strip() for line in lines if line.strip()), "")
    if any(name in KEPT for name in POINTS):
        status, why = None, "it gives points"
    # Hydro reads the first words, each with a space behind it, and not the status.
    code, told = {42: (0, "ok " + (message or "accepted")), 43: (1, "wrong answer " + (message or "rejected"))}.get(
        status, (3, "FAIL the output validator failed: " + why)
    )
    print(told, file=sys.stderr, flush=True)
    try:
        sys.stdout.flush()
    except OSError:
        pass
    # The end of Python would write to a pipe that is closed.
    os._exit(code)


main()
