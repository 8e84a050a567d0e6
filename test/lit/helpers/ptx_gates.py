"""Counts what a PTX file holds and refuses what exactness forbids.

    ptx_gates.py FILE [--kernel PREFIX=N]... [--f64 N] [--ptxas sm_N]... [--spills PREFIX=BYTES]...
                       [--saves PREFIX=BYTES]... [--seconds S]

Prints a line for every kernel: its f32 and f64 operations, those of the functions it calls
included, each function once. Exits with 1 if the file

  * has fused, flushed, approximate or otherwise not correctly rounded arithmetic, or none at all;
  * has a function that calls itself, be it through others, or a call of what is not known by name:
    a device's stack then has no bound that is known beforehand;
  * has fewer than N kernels whose names begin with PREFIX (--kernel);
  * has a kernel with more than N f64 operations (--f64);
  * is not assembled by ptxas for an architecture (--ptxas), or with warnings, or in more than S
    seconds of a CPU (--seconds), or a kernel that begins with PREFIX spills more than so many bytes
    there (--spills), or a function that such a one calls does (--saves; what a function saves of its
    caller's registers counts as spills).
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROUNDED = {"add", "sub", "mul", "div", "sqrt", "rcp"}
# Moves and comparisons have no rounding; conversions say their own.
COUNTED = ROUNDED | {"abs", "neg", "min", "max", "setp", "selp", "cvt", "mad", "fma"}


def functions(text):
    """name -> (is a kernel, opcodes, names that it calls)"""
    found = {}
    # Definitions begin a line; declarations end with a semicolon before any brace.
    heads = re.compile(r"^(?:\.visible |\.weak )?\.(entry|func)\b[^;{]*?(\w+)\s*\((?:[^;{]*)\)[^;{]*\{",
                       re.M)
    for match in heads.finditer(text):
        head = match.group(0)
        kind = match.group(1)
        name = re.search(r"\.(?:entry|func)\s*(?:\([^)]*\)\s*)?(\w+)", head).group(1)
        end = text.find("\n}", match.end())
        body = text[match.end():end]
        opcodes, calls = collections.Counter(), set()
        for line in body.splitlines():
            line = re.sub(r"^@!?%\w+\s+", "", line.strip())
            word = re.match(r"[a-z][\w.:]*", line)
            if word:
                opcodes[word.group(0)] += 1
        for called in re.finditer(r"\bcall(?:\.uni)?\b([^;]*);", body):
            calls.update(re.findall(r"[A-Za-z_]\w*", called.group(1)))
        found[name] = (kind == "entry", opcodes, calls)
    return {n: (k, o, {c for c in calls if c in found}) for n, (k, o, calls) in found.items()}


def reached(all_functions, name):
    seen, pending = set(), [name]
    while pending:
        n = pending.pop()
        if n not in seen:
            seen.add(n)
            pending.extend(all_functions[n][2])
    return seen


def wrong(opcode):
    parts = opcode.split(".")
    floating = parts[-1] in ("f32", "f64", "f16", "bf16", "f32x2")
    return (parts[0] == "fma" or (parts[0] in ("mad", "tanh", "sin", "cos", "lg2", "ex2", "rsqrt")
                                  and floating)
            or "ftz" in parts or "approx" in parts or "full" in parts or parts[-1] == "f32x2"
            or (parts[0] in ROUNDED and floating and "rn" not in parts))


def number(text):
    prefix, value = text.split("=")
    return prefix, int(value)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--kernel", type=number, action="append", default=[])
    parser.add_argument("--f64", type=int)
    parser.add_argument("--ptxas", action="append", default=[])
    parser.add_argument("--spills", type=number, action="append", default=[])
    parser.add_argument("--saves", type=number, action="append", default=[])
    parser.add_argument("--seconds", type=float)
    args = parser.parse_args()
    with open(args.file, encoding="utf-8") as file:
        text = file.read()
    everything = functions(text)
    bad = []
    rounded = {"f32": 0, "f64": 0}
    for name, (_, opcodes, _) in everything.items():
        for opcode, count in opcodes.items():
            if wrong(opcode):
                bad.append(f"{name}: {opcode}, {count} times")
            head, tail = opcode.split(".")[0], opcode.split(".")[-1]
            if head in ROUNDED and tail in rounded:
                rounded[tail] += count
    # Whatever the reading above missed.
    for word in ("fma.", ".ftz", ".approx", "div.full"):
        lines = sum(word in re.sub(r"//.*", "", line) for line in text.splitlines())
        if lines:
            bad.append(f"'{word}' stands in {lines} lines")
    for name, (_, _, calls) in everything.items():
        if any(name in reached(everything, called) for called in calls):
            bad.append(f"{name} recurses")
    if ".callprototype" in text:
        bad.append("a function is called by its address")
    kernels = [n for n, (kernel, _, _) in everything.items() if kernel]
    if len(kernels) != len(re.findall(r"^(?:\.visible |\.weak )?\.entry\b", text, re.M)):
        bad.append("not every .entry was understood")
    worst = 0
    for kernel in kernels:
        sums = {"f32": 0, "f64": 0}
        for name in reached(everything, kernel):
            for opcode, count in everything[name][1].items():
                parts = opcode.split(".")
                if parts[0] in COUNTED:
                    for kind in sums:
                        sums[kind] += count if kind in parts else 0
        worst = max(worst, sums["f64"])
        print(f"{kernel}: {sums['f32']} f32 and {sums['f64']} f64 operations")
        if args.f64 is not None and sums["f64"] > args.f64:
            bad.append(f"{kernel} has {sums['f64']} f64 operations, more than {args.f64}")
    print(f"{len(kernels)} kernels, {len(everything) - len(kernels)} functions, "
          f"{rounded['f32']} f32 and {rounded['f64']} f64 operations rounded to nearest, "
          f"at most {worst} f64 operations in a kernel")
    if not (rounded["f32"] and rounded["f64"]):
        bad.append("there is no arithmetic to look at")
    for prefix, least in args.kernel:
        have = sum(k.startswith(prefix) for k in kernels)
        if have < least:
            bad.append(f"{have} kernels {prefix}*, fewer than {least}")
    for target in args.ptxas:
        bad += assemble(args, everything, kernels, target)
    for message in bad:
        print("wrong: " + message)
    sys.exit(1 if bad else 0)


def assemble(args, everything, kernels, target):
    program = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    before = os.times().children_user
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "-v", f"-arch={target}", args.file, "-o",
                               os.path.join(folder, "cubin")], capture_output=True, text=True,
                              check=False)
    if done.returncode:
        return [f"ptxas for {target}: {done.stdout}{done.stderr}"[:2000]]
    seconds = os.times().children_user - before
    print(f"{target}: took {seconds:.1f} CPU seconds", file=sys.stderr)
    warnings = [line for line in (done.stdout + done.stderr).splitlines() if "warning" in line]
    spills, current = {}, None
    for line in (done.stdout + done.stderr).splitlines():
        named = re.search(r"Function properties for (\w+)|Compiling entry function '(\w+)'", line)
        if named:
            current = named.group(1) or named.group(2)
        counts = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if counts and current:
            spills[current] = max(int(counts.group(1)), int(counts.group(2)))
    bad = [f"ptxas for {target}: {line}" for line in warnings]
    if args.seconds and seconds > args.seconds:
        bad.append(f"ptxas for {target} took {seconds:.1f} CPU seconds, more than {args.seconds}")
    bad += [] if spills else [f"ptxas for {target} says nothing of spills"]
    print(f"{target}: assembled, {len(spills)} functions, {sum(map(bool, spills.values()))} with "
          f"spills, at most {max(spills.values(), default=0)} bytes")
    for called, bounds in ((False, args.spills), (True, args.saves)):
        for prefix, most in bounds:
            chosen = [k for k in kernels if k.startswith(prefix)]
            worst = 0
            for kernel in chosen:
                names = reached(everything, kernel) - {kernel} if called else {kernel}
                here = max((spills.get(n, 0) for n in names), default=0)
                worst = max(worst, here)
                if here > most:
                    bad.append(f"{target}: {kernel}{' calls what' if called else ''} spills {here} "
                               f"bytes, more than {most}")
            what = f"{len(chosen)} kernels {prefix}*" + (", what they call" if called else "")
            print(f"{target}: {what}: at most {worst} bytes of spills")
            if not chosen:
                bad.append(f"no kernel {prefix}*")
    return bad


main()
