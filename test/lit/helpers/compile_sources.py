#!/usr/bin/env python3
"""Compiles the sources of a bundle as a stranger would, and looks at what they need.

    compile_sources.py BUNDLE ROOT COMPILER...

Without the C++ standard library; warnings are errors. Prints a line per compiler: its name, the
units, and the functions that are neither the units' own nor each other's. Exit code 1 if a unit
does not compile or none is there.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

FLAGS = ["-std=c++17", "-O0", "-ffp-contract=off", "-fno-exceptions", "-nostdinc++", "-Werror",
         "-Wno-psabi", "-c"]


def symbols(object_file, which):
    listed = subprocess.run(["nm", which, object_file], capture_output=True, text=True, check=True)
    return {line.split()[-1] for line in listed.stdout.splitlines()}


def main():
    bundle, root, *compilers = sys.argv[1:]
    units = sorted(glob.glob(os.path.join(bundle, "generator*.cpp")))
    if not units:
        sys.exit(f"no sources in {bundle}")
    for compiler in compilers:
        needed, defined = set(), set()
        with tempfile.TemporaryDirectory() as work:
            for unit in units:
                out = os.path.join(work, "unit.o")
                made = subprocess.run([compiler, *FLAGS, "-I", root, unit, "-o", out],
                                      capture_output=True, text=True)
                if made.returncode:
                    sys.exit(f"{compiler}: {os.path.basename(unit)} does not compile\n{made.stderr}")
                needed |= symbols(out, "--undefined-only")
                defined |= symbols(out, "--defined-only")
        outside = sorted(name for name in needed - defined if not re.match("_GLOBAL_OFFSET", name))
        if "terrane_generator" not in defined:
            sys.exit(f"{compiler}: no unit defines the generator")
        print(f"{compiler}: {len(units)} units, outside: {' '.join(outside)}")


if __name__ == "__main__":
    main()
