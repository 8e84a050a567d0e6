"""measure.py [--seconds S] [--megabytes M] COMMAND...: runs a command five times, output dropped.

Fails unless it succeeds each time, the least of its user times is under S seconds (other load on
the machine only ever adds to it) and no run needs more than M megabytes of memory. Without
--seconds it runs once. Prints what was measured.
"""

import os
import subprocess
import sys

arguments = sys.argv[1:]
limits = {"--seconds": None, "--megabytes": None}
while arguments[0] in limits:
    limits[arguments[0]] = float(arguments[1])
    del arguments[:2]

seconds, megabytes = [], []
for _ in range(5 if limits["--seconds"] else 1):
    process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"measure.py: status {status}: {' '.join(arguments)}")
    seconds.append(usage.ru_utime)
    megabytes.append(usage.ru_maxrss / 1024)

print(f"{min(seconds):.3f} s, {max(megabytes):.0f} MB")
sys.stdout.flush()
if limits["--seconds"] and min(seconds) >= limits["--seconds"]:
    sys.exit(f"measure.py: {min(seconds):.3f} s, the limit is {limits['--seconds']} s")
if limits["--megabytes"] and max(megabytes) >= limits["--megabytes"]:
    sys.exit(f"measure.py: {max(megabytes):.0f} MB, the limit is {limits['--megabytes']} MB")
