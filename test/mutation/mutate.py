#!/usr/bin/env python3
"""Applies mutations.py to a copy of the tree, one at a time; script/mutate calls it.

Prints a table of which test noticed each. Exit code: 0 all noticed, 1 some survived, 2 a mutation
does not apply or compile, or the tests fail without any.

A mutation names who must notice: a unit test program, or a `Lit` of programs to build and of
filters for lit, which are tried in order until a test fails.
"""

import argparse
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from mutations import LIT_PROGRAMS, MUTATIONS, Lit

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
RUN_SECONDS = 600


def copy_tree(source, target):
    listed = subprocess.run(["git", "-C", source, "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        path = os.path.join(source, name)
        copy = os.path.join(target, name)
        # What is the same keeps its time stamp: that of a mutation taken back says that its object
        # is out of date.
        if os.path.isfile(path) and not same(path, copy):
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copy(path, copy)


def same(path, copy):
    return os.path.isfile(copy) and filecmp.cmp(path, copy, shallow=False)


def build(folder, programs, jobs):
    return subprocess.run(["ninja", "-C", folder, f"-j{jobs}", *sorted(programs)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          stdin=subprocess.DEVNULL)


def programs_of(check):
    return set(check.programs) if isinstance(check, Lit) else {check}


def run(folder, check, environment):
    """What failed first, empty if nothing did."""
    if isinstance(check, Lit):
        failed = (run_lit(folder, pattern, environment) for pattern in check.filters)
        return next(filter(None, failed), "")
    return run_program(folder, check, environment)


def run_program(folder, program, environment):
    try:
        result = subprocess.run([os.path.join(folder, "unit", program), "--gtest_color=no",
                                 "--gtest_fail_fast"], stdout=subprocess.PIPE, env=environment,
                                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        return f"no end after {RUN_SECONDS} s"
    output = result.stdout.decode(errors="replace")
    failed = re.search(r"^\[  FAILED  \] ([\w/]+\.[\w/]+)", output, re.M)
    if failed:
        return failed.group(1)
    started = re.findall(r"^\[ RUN      \] ([\w/]+\.[\w/]+)", output, re.M)
    if result.returncode:
        return f"{started[-1] if started else program} (exit code {result.returncode})"
    return "" if started else "it ran no test"


def run_lit(folder, pattern, environment):
    command = [sys.executable, LIT, "-v", "--no-progress-bar", "-j1", "--max-failures=1",
               f"--filter={pattern}", os.path.join(folder, "test", "lit")]
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                stdin=subprocess.DEVNULL, timeout=RUN_SECONDS,
                                env=dict(environment, TERRANE_BUILD_DIR=folder))
    except subprocess.TimeoutExpired:
        return f"no end after {RUN_SECONDS} s"
    output = result.stdout.decode(errors="replace")
    failed = re.search(r"^(?:FAIL|TIMEOUT|UNRESOLVED): terrane :: (\S+)", output, re.M)
    if failed:
        return failed.group(1)
    if result.returncode:
        return f"lit {pattern} (exit code {result.returncode})"
    return "" if re.search(r"^PASS: ", output, re.M) else f"no test passed: {pattern}"


def read(path):
    with open(path, encoding="utf-8") as text:
        return text.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(prog="script/mutate")
    parser.add_argument("--source", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--folder", help="work here and keep it; default: a temporary folder")
    parser.add_argument("--list", action="store_true", help="print the table and do nothing")
    parser.add_argument("--applies", action="store_true", help="only see whether all still apply")
    parser.add_argument("filter", nargs="*", help="mutations whose file contains any of them")
    options = parser.parse_args()
    chosen = [m for m in MUTATIONS
              if not options.filter or any(text in m[0] for text in options.filter)]
    if options.list:
        for file, old, new, check in chosen:
            print(f"{file}: {shown(old)} -> {shown(new)} ({check})")
        return 0
    if not chosen:
        print(f"mutate: no mutation of a file with any of {options.filter}")
        return 2

    if options.applies:
        return applies(options.source, chosen)

    with tempfile.TemporaryDirectory() as temporary:
        work = os.path.abspath(options.folder or temporary)
        tree, folder = os.path.join(work, "tree"), os.path.join(work, "build")
        copy_tree(options.source, tree)
        # NDEBUG as the LLVM libraries have it: a class of MLIR's looks otherwise without.
        subprocess.run(["cmake", "-G", "Ninja", "-S", tree, "-B", folder, "-DCMAKE_BUILD_TYPE=None",
                        "-DCMAKE_CXX_FLAGS=-O1 -DNDEBUG", "-DCMAKE_C_COMPILER=clang-19",
                        "-DCMAKE_CXX_COMPILER=clang++-19"],
                       stdout=subprocess.DEVNULL, check=True)
        return mutate(tree, folder, chosen, options.jobs, reference=os.path.join(
            os.path.dirname(options.source), "shared"))


def applies(source, chosen):
    """Whether every text occurs once; nothing is built."""
    wrong = 0
    for file, old, _, _ in chosen:
        path = os.path.join(source, file)
        count = read(path).count(old) if os.path.isfile(path) else 0
        if count != 1:
            wrong += 1
            print(f"{file}: `{shown(old)}` occurs {count} times")
    print(f"{len(chosen)} mutations, {wrong} do not apply")
    return 2 if wrong else 0


def mutate(tree, folder, chosen, jobs, reference):
    """Applies mutations to a tree that is built in a folder; the exit code."""
    environment = dict(os.environ)
    environment.setdefault("TERRANE_REFERENCE", reference)
    checks = list(dict.fromkeys(m[3] for m in chosen))
    programs = set().union(*map(programs_of, checks))
    if any(isinstance(check, Lit) for check in checks):
        programs |= set(LIT_PROGRAMS)
    first = build(folder, programs, jobs)
    if first.returncode:
        print(first.stdout[-4000:])
        print("mutate: the tree does not build")
        return 2
    for check in checks:
        failed = run(folder, check, environment)
        if failed:
            print(f"mutate: {check} fails without a mutation: {failed}")
            return 2

    survived, unusable = [], []
    print("| # | file | change | noticed by |\n| --- | --- | --- | --- |", flush=True)
    for number, (file, old, new, check) in enumerate(chosen, 1):
        path = os.path.join(tree, file)
        text = read(path)
        if text.count(old) != 1:
            verdict = f"UNUSABLE: the text occurs {text.count(old)} times"
            unusable.append(number)
        else:
            write(path, text.replace(old, new))
            result = build(folder, programs_of(check), jobs)
            if result.returncode:
                verdict = "UNUSABLE: does not compile"
                unusable.append(number)
            else:
                verdict = run(folder, check, environment)
                if not verdict:
                    verdict = "SURVIVED"
                    survived.append(number)
            write(path, text)
            # A second's worth of time stamps, so that the build sees the file change back.
            os.utime(path, (time.time() + 1, time.time() + 1))
        change = f"`{shown(old)}` to `{shown(new)}`".replace("|", "\\|")
        print(f"| {number} | {file} | {change} | {verdict} |", flush=True)
    print(f"{len(chosen)} mutations, {len(chosen) - len(survived) - len(unusable)} noticed, "
          f"{len(survived)} survived, {len(unusable)} unusable")
    return 2 if unusable else 1 if survived else 0


def shown(text):
    """In one line."""
    return " ".join(text.split()).replace("`", "'")


if __name__ == "__main__":
    sys.exit(main())
