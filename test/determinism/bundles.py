#!/usr/bin/env python3
"""bundles.py TERRANE FOLDER: compiles one bundle in many surroundings and compares the bytes.

The working folder, the way in which packs and output are named, locale, time zone, home, the rest
of the environment, the umask, the number of threads, address space randomisation and what is in the
object cache must not be seen in any file of a bundle; nor may the place where it was made, or the
date. Prints what differs; exit code 1 then.
"""

import filecmp
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PACKS = ("base", "rules", "eval")
WORDS = ["--settings", "eval:s", "--dimension", "rules:same", "--target", "cpp,so", "--cpu-level",
         "baseline", "--quiet"]
PLAIN = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}

# Paths that only the loader may know, and what a compiler or a writer may put of the day.
MAY_STAND = (b"/lib64/ld-linux-x86-64.so.2",)
# At least two steps from the root; a division or a comment has none, nor has a path in a pack.
ABSOLUTE = re.compile(rb"(?<![\w.+*:/-])/(?:[\w.+-]+/)+[\w.+-]+")
DATES = re.compile(rb"\b(?:19|20)\d\d-[01]\d-[0-3]\d\b|\b[012]\d:[0-5]\d:[0-5]\d\b|"
                   rb"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ 0-3]\d (?:19|20)\d\d\b")


class Compiler:
    def __init__(self, terrane, folder):
        self.terrane, self.folder = terrane, folder
        self.count = 0

    def run(self, name, *, cwd=None, relative=False, cache=None, environment=None, threads=None,
            before=(), umask=0o022):
        """Makes FOLDER/NAME/out/bundle; returns its folder."""
        place = os.path.join(self.folder, name, "out")
        os.makedirs(place)
        cwd = cwd or self.folder
        shown = (lambda path: os.path.relpath(path, cwd)) if relative else (lambda path: path)
        command = [*before, self.terrane, "compile", *WORDS, "-o",
                   shown(os.path.join(place, "bundle"))]
        for pack in PACKS:
            command += ["--pack", shown(os.path.join(ROOT, "test", "packs", pack))]
        if threads:
            command += ["--threads", str(threads)]
        variables = dict(PLAIN, XDG_CACHE_HOME=cache or os.path.join(self.folder, name, "cache"))
        variables.update(environment or {})
        subprocess.run(command, check=True, cwd=cwd, env=variables, stdin=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, preexec_fn=lambda: os.umask(umask))
        self.count += 1
        return os.path.join(place, "bundle")


def surroundings(folder):
    """Names and arguments of `Compiler.run`."""
    deep = os.path.join(folder, "a deep folder", "with spaces")
    os.makedirs(deep)
    home = os.path.join(folder, "home")
    os.makedirs(home)
    yield "again", {}
    yield "elsewhere", {"cwd": deep, "relative": True}
    yield "from-root", {"cwd": "/", "relative": True}
    yield "from-the-source", {"cwd": ROOT, "relative": True, "umask": 0o077}
    yield "locale", {"environment": {"LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8",
                                     "LANGUAGE": "tr"}}
    yield "c-locale", {"environment": {"LC_ALL": "C", "TZ": "Asia/Kathmandu"}}
    yield "home", {"environment": {"HOME": home, "USER": "somebody", "TZ": "America/St_Johns",
                                   "TMPDIR": home, "PWD": "/nowhere", "CPATH": home,
                                   "SOURCE_DATE_EPOCH": "1", "COLUMNS": "20", "TERM": "xterm"}}
    yield "much", {"environment": {f"VARIABLE_{n}": "x" * n for n in range(400)}}
    yield "one-thread", {"threads": 1}
    yield "two-threads", {"threads": 2}
    yield "seven-threads", {"threads": 7}
    if subprocess.run(["setarch", "-R", "true"], stderr=subprocess.DEVNULL).returncode == 0:
        yield "fixed-addresses", {"before": ("setarch", "-R")}
    else:
        print("setarch -R: not permitted here")
    yield "with-a-cache", {"cache": os.path.join(folder, "first", "cache")}


def files_of(folder):
    return sorted(os.path.relpath(os.path.join(path, name), folder)
                  for path, _, names in os.walk(folder) for name in names)


def search(name, content):
    """What of a file says where or when it was made."""
    for found in ABSOLUTE.findall(content):
        if found not in MAY_STAND and not found.startswith(b"//"):
            yield f"{name}: the path {found.decode(errors='replace')}"
    for found in DATES.findall(content):
        yield f"{name}: the date {found.decode(errors='replace')}"
    for word in {ROOT, os.getcwd(), os.uname().nodename, time.strftime("%Y-%m")}:
        if len(word) > 3 and word.encode() in content:
            yield f"{name}: '{word}'"


def self_test():
    """What is looked for is found."""
    for bad in (b'#line 1 "/home/me/x.cpp"', b"\0/tmp/terrane-12/g.cpp\0", b"made 2026-07-01",
                b"__DATE__ Jul  4 2026", b"at 12:34:56"):
        if not list(search("it", bad)):
            raise SystemExit(f"bundles.py: {bad} would not be found")
    for good in (b'#include "runtime/kernel/abi.h"', b"a / b / c // see data/x/y.json", b"1/2/3"):
        if list(search("it", good)):
            raise SystemExit(f"bundles.py: {good} would be found")


def main():
    terrane = os.path.realpath(shutil.which(sys.argv[1]) or sys.argv[1])
    folder = os.path.abspath(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    self_test()
    compiler = Compiler(terrane, folder)
    first = compiler.run("first")
    files = files_of(first)
    wrong = []
    for name in files:
        with open(os.path.join(first, name), "rb") as file:
            wrong += search(name, file.read())
    for name, arguments in surroundings(folder):
        other = compiler.run(name, **arguments)
        if files_of(other) != files:
            wrong.append(f"{name}: other files: {files_of(other)}")
            continue
        _, differ, failed = filecmp.cmpfiles(first, other, files, shallow=False)
        wrong += [f"{name}: {file} differs" for file in differ + failed]
    for line in wrong:
        print(line)
    print(f"{compiler.count} bundles of {len(files)} files, {len(wrong)} findings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
