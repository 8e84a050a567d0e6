"""exits.py CODE [--absent FILE] COMMAND...: runs a command that must exit with CODE.

With --absent, FILE must not be there afterwards (it is removed before the run). Output passes
through; what went wrong is said on standard error.
"""

import os
import subprocess
import sys

arguments = sys.argv[1:]
code, absent = int(arguments.pop(0)), None
if arguments[0] == "--absent":
    absent = arguments[1]
    del arguments[:2]
    if os.path.lexists(absent):
        os.remove(absent)
    folder = os.path.dirname(absent) or "."
    before = set(os.listdir(folder)) if os.path.isdir(folder) else set()

result = subprocess.run(arguments, stdin=subprocess.DEVNULL)
failed = False
if result.returncode != code:
    print(f"exits.py: exit code {result.returncode}, expected {code}: {' '.join(arguments)}",
          file=sys.stderr)
    failed = True
if absent:
    name = os.path.basename(absent)
    left = [f for f in set(os.listdir(folder)) - before if f.startswith(name)]
    if left:
        print(f"exits.py: left behind: {', '.join(sorted(left))}", file=sys.stderr)
        failed = True
sys.exit(1 if failed else 0)
