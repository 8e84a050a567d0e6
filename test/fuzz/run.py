#!/usr/bin/env python3
"""Runs the fuzz targets and the random comparisons of engines in turn; script/fuzz calls it.

Prints one line for each. Exit code: 0 nothing found, 1 something found, 2 something cannot run.
"""

import argparse
import glob
import os
import random
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TARGETS = ("json", "pack", "mlir", "bundle", "capi")
# Parts of the whole time.
SHARES = {**dict.fromkeys(TARGETS, 0.11), "engines": 0.2, "rules": 0.1, "batches": 0.15}
MAX_BYTES = {"json": 4096, "pack": 4096, "mlir": 4096, "bundle": 16384, "capi": 1024}
INPUT_SECONDS = 30  # for one input; more is a finding
MEMORY_MB = 4096


def seeds_of(target, options):
    folder = os.path.join(options.work, "seeds", target)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([sys.executable, os.path.join(HERE, "targets", "seeds.py"), target, folder,
                    options.terrane], check=True, stdout=subprocess.DEVNULL)
    return folder


def run_target(target, seconds, options):
    """What it did, and whether it found something."""
    seeds = seeds_of(target, options)
    corpus = os.path.join(options.work, "corpus", target)
    found = os.path.join(options.work, "found", target)
    scratch = os.path.join(options.work, "scratch", target)
    shutil.rmtree(scratch, ignore_errors=True)
    for folder in (corpus, found, scratch):
        os.makedirs(folder, exist_ok=True)
    before = set(os.listdir(found))
    # LLVM's libraries are built without a sanitizer, so containers and arenas that cross over look
    # wrong.
    environment = dict(os.environ, TMPDIR=scratch,
                       TERRANE_FUZZ_BUNDLE=os.path.join(seeds, "bundle"),
                       ASAN_OPTIONS="detect_container_overflow=0:allow_user_poisoning=0:"
                                    "detect_leaks=0",
                       UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1")
    command = [os.path.join(options.programs, f"terrane_fuzz_{target}"), corpus,
               os.path.join(seeds, "seeds"), *sorted(glob.glob(
                   os.path.join(HERE, "targets", "kept", target))),
               f"-max_total_time={max(1, int(seconds))}", f"-seed={options.seed}",
               f"-timeout={INPUT_SECONDS}", f"-rss_limit_mb={MEMORY_MB}",
               f"-max_len={MAX_BYTES[target]}", f"-artifact_prefix={found}/",
               "-print_final_stats=1"]
    log = os.path.join(options.work, f"{target}.log")
    with open(log, "wb") as out:
        code = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=environment,
                              stdin=subprocess.DEVNULL).returncode
    shutil.rmtree(scratch, ignore_errors=True)
    with open(log, encoding="utf-8", errors="replace") as text:
        output = text.read()
    done = re.findall(r"^stat::number_of_executed_units:\s*(\d+)", output, re.M) or re.findall(
        r"^#(\d+)\s", output, re.M)
    executions = int(done[-1]) if done else 0
    new = sorted(set(os.listdir(found)) - before)
    if code == 0 and not new:
        if not executions:
            return "it ran no input", True
        return f"{executions} executions in {int(seconds)} s, nothing found", False
    kept = ", ".join(os.path.join(found, name) for name in new) or f"no input; see {log}"
    return f"{executions} executions, FOUND (exit code {code}): {kept}", True


def run_comparison(name, seconds, options):
    found = os.path.join(options.work, "found", name)
    os.makedirs(found, exist_ok=True)
    python = lambda script: [sys.executable, os.path.join(HERE, script)]
    many, seed = str(10 ** 5), str(options.seed)
    if name == "rules":
        command = python("random_rules.py") + ["--run", options.terrane, many, seed, str(seconds)]
    elif name == "batches":
        command = python("random_batches.py") + [options.terrane, many, seed, str(seconds)]
    else:
        command = python("engines.py") + ["run", options.terrane, "2000", seed, "--seconds",
                                          str(seconds), "--jobs", str(options.jobs), "--keep", found]
    result = subprocess.run(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                            env=dict(os.environ, TMPDIR=found), stderr=subprocess.DEVNULL)
    lines = result.stdout.splitlines()
    if result.returncode:
        print("\n".join(lines[:-1]), flush=True)
    last = lines[-1] if lines else "no output"
    return last + (", FOUND" if result.returncode else ""), result.returncode != 0


def main():
    parser = argparse.ArgumentParser(prog="script/fuzz")
    parser.add_argument("--programs", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--terrane", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    names = options.names or list(SHARES)
    unknown = [name for name in names if name not in SHARES]
    if unknown:
        print(f"fuzz: unknown {', '.join(unknown)}; there are {', '.join(SHARES)}")
        return 2
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1, 10 ** 9)
    os.makedirs(options.work, exist_ok=True)
    print(f"seed {options.seed}, {int(options.seconds)} s", flush=True)
    whole = sum(SHARES[name] for name in names)
    anything = False
    for name in names:
        seconds = options.seconds * SHARES[name] / whole
        run = run_target if name in TARGETS else run_comparison
        what, found = run(name, seconds, options)
        anything |= found
        print(f"{name}: {what}", flush=True)
    return 1 if anything else 0


if __name__ == "__main__":
    sys.exit(main())
