#!/usr/bin/env python3
"""Checks the style of the sources.

  check_style.py [--source DIR]                 clang-format over every source of the project
  check_style.py --tidy --build DIR [FILE...]   clang-tidy over FILEs, else over changed sources

"Every source" is what git tracks or would track. "Changed" is against the merge base with
TERRANE_BASE (default: origin/main), or against the commit before where that is this very commit.
Exit code: 0 clean, 1 findings, 2 the check itself could not be made, 77 nothing to check.
"""

import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys

SKIPPED = 77
FORMATTED = (".h", ".cpp")
# clang-tidy needs seconds for a file that includes MLIR; a change that touches more than this is
# checked in part.
TIDY_LIMIT = 12


def git(source, *arguments):
    result = subprocess.run(["git", "-C", source, *arguments], capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else None


def lines_of(text, separator="\n"):
    return [line for line in (text or "").split(separator) if line]


def tool(name):
    path = shutil.which(name)
    if not path:
        print(f"style: {name} is missing; script/bootstrap installs it")
        sys.exit(2)
    return path


def all_sources(source):
    listed = git(source, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None:
        print("style: not a git checkout")
        sys.exit(2)
    files = sorted({f for f in lines_of(listed, "\0") if f.endswith(FORMATTED)})
    return [f for f in files if os.path.isfile(os.path.join(source, f))]


def check_format(source):
    clang_format = tool("clang-format-19")
    files = all_sources(source)
    if not files:
        print("style: no sources found, which cannot be right")
        return 2
    result = subprocess.run([clang_format, "--dry-run", "-Werror", "--style=file", *files],
                            cwd=source, capture_output=True, text=True)
    if result.returncode == 0:
        print(f"{len(files)} files formatted")
        return 0
    # One line a file is enough: clang-format -i mends them all.
    bad = sorted({line.split(":")[0] for line in result.stderr.splitlines() if ": error:" in line})
    print("\n".join(bad) or result.stderr)
    print(f"{len(bad)} of {len(files)} files: run clang-format-19 -i on them")
    return 1


def changed_sources(source):
    base = (git(source, "merge-base", "HEAD", os.environ.get("TERRANE_BASE", "origin/main"))
            or "").strip()
    head = (git(source, "rev-parse", "HEAD") or "").strip()
    if not base or base == head:
        base = (git(source, "rev-parse", "--verify", "--quiet", "HEAD~1") or "").strip()
    # Without a base everything is new.
    changed = (set(lines_of(git(source, "diff", "--name-only", "-z", base), "\0")) if base
               else set(all_sources(source)))
    changed |= set(lines_of(git(source, "ls-files", "-z", "--others", "--exclude-standard"), "\0"))
    return sorted(f for f in changed if f.endswith(".cpp"))


def check_tidy(source, build, files):
    clang_tidy = tool("clang-tidy-19")
    database = os.path.join(build, "compile_commands.json")
    try:
        with open(database, encoding="utf-8") as text:
            compiled = {os.path.realpath(os.path.join(entry["directory"], entry["file"]))
                        for entry in json.load(text)}
    except OSError as error:
        print(f"style: {database}: {error.strerror}; script/bootstrap makes it")
        return 2
    wanted = [os.path.abspath(f) for f in files] or [
        os.path.join(source, f) for f in changed_sources(source)]
    chosen = [f for f in wanted if os.path.realpath(f) in compiled]
    if files and len(chosen) != len(wanted):
        print("style: not in the compilation database: " +
              " ".join(sorted(set(wanted) - set(chosen))))
        return 2
    if not chosen:
        print("no changed source to check")
        return SKIPPED
    if not files and len(chosen) > TIDY_LIMIT:
        # Spread over the folders rather than the first ones of the alphabet.
        print(f"checking {TIDY_LIMIT} of {len(chosen)} changed sources")
        chosen = [chosen[i * len(chosen) // TIDY_LIMIT] for i in range(TIDY_LIMIT)]

    def one(path):
        return subprocess.run([clang_tidy, "--quiet", "-p", build, path], cwd=source,
                              capture_output=True, text=True)

    findings = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for path, result in zip(chosen, pool.map(one, chosen)):
            if result.returncode != 0:
                findings += 1
                print(result.stdout.strip() or result.stderr.strip() or f"{path}: clang-tidy failed")
    print(f"{len(chosen)} files checked, {findings} with findings")
    return 1 if findings else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--source", default=os.path.dirname(os.path.dirname(here)))
    parser.add_argument("--build", help="the build folder (default: SOURCE/build)")
    parser.add_argument("--tidy", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    source = os.path.abspath(options.source)
    build = os.path.abspath(options.build or os.path.join(source, "build"))
    if options.files and not options.tidy:
        parser.error("files are for --tidy")
    return check_tidy(source, build, options.files) if options.tidy else check_format(source)


if __name__ == "__main__":
    sys.exit(main())
