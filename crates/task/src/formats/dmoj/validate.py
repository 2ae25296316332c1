"""An output validator of the ICPC format, which calls a function as DMOJ calls its checkers."""
import os
import subprocess
import sys
import tempfile

# The program that calls it; the name of a checker that comes with DMOJ, or its text; and its own arguments.
CALLER = @caller@
NAME = @name@
TEXT = @text@
ARGS = @args@

with tempfile.TemporaryDirectory() as folder:
    caller, checker, output = paths = [os.path.join(folder, name) for name in ["caller.py", "checker.py", "output"]]
    for path, data in zip(paths, [CALLER.encode(), TEXT.encode(), sys.stdin.buffer.read()]):
        with open(path, "wb") as file:
            file.write(data)
    command = [sys.executable, caller, NAME or checker, *sys.argv[1:3], output, ARGS]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
if run.returncode:
    sys.exit(run.stderr.decode("utf-8", "replace"))
part = float(run.stdout.split()[-1])
if part not in (0, 1):
    sys.exit("the checker gives %s of the points, which an output validator cannot" % part)
with open(os.path.join(sys.argv[3], "judgemessage.txt"), "wb") as file:
    file.write(run.stderr)
sys.exit(42 if part else 43)
