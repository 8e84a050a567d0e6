#!/usr/bin/env python3
"""Compares the engines on random functions, and makes a function that differs smaller.

    engines.py run TERRANE COUNT SEED [--seconds N] [--jobs N] [--keep FOLDER]
    engines.py reduce TERRANE PACK FUNCTION SEED -o FOLDER

`run` writes the functions of random_pack.py and gives them to `terrane verify engines` in batches:
both paths, odd volumes, sequences on one context. With --seconds it ends after that time at the
latest and says how many it got to. A function for which the comparison fails, crashes or does not
end is reduced, and the smallest one that still fails so is kept as a pack. Exit code 1 then.

Functions that the tool refuses, as the game does (a value range with NaN or inverted bounds), are
counted by themselves. More than 2 in 100 of them are a failure: little would be compared.

`reduce` does the last step alone: nodes are replaced by what is below them or by constants, and
points of splines and branches are left out, while the failure stays the same.
"""

import argparse
import concurrent.futures
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import random_pack  # noqa: E402

BASE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "packs", "probe")
BATCH = 20
FUNCTION_SECONDS = 30  # what one function may take
REDUCE_SECONDS = 300
MOST_REFUSED = 0.02  # of all functions


class Comparison:
    """Runs of `terrane verify engines` with one seed."""

    def __init__(self, terrane, seed, cache):
        self.terrane, self.seed = terrane, seed
        self.environment = dict(os.environ, XDG_CACHE_HOME=cache)

    def run(self, pack, names):
        """Outcome ("same", "refused", "differs", "exit N", "time"), values compared, functions
        refused, functions named. "same" may hold some that are refused; "refused" is all of them.
        """
        command = [self.terrane, "verify", "engines", "--engine", "cpp", "--threads", "1", "--seed",
                   str(self.seed), "--pack", BASE, "--pack", pack, *names]
        try:
            result = subprocess.run(command, capture_output=True, text=True, env=self.environment,
                                    timeout=FUNCTION_SECONDS * len(names))
        except subprocess.TimeoutExpired:
            return "time", 0, 0, []
        verified = re.search(r"verified (\d+) values", result.stdout)
        values = int(verified[1]) if verified else 0
        said = re.search(r"^compared (\d+) functions, (\d+) refused$", result.stdout, re.M)
        compared, refused = (int(said[1]), int(said[2])) if said else (0, 0)
        complete = compared + refused == len(names)
        if result.returncode == 0 and complete and values:
            return "same", values, refused, []
        # Nothing is left to compare, which by itself is bad input.
        if result.returncode == 2 and complete and not compared:
            return "refused", 0, refused, []
        wrong = sorted(set(re.findall(r"^mismatch: (fuzz:f\d+)", result.stderr, re.M)))
        outcome = "differs" if result.returncode == 1 else f"exit {result.returncode}"
        return outcome, values, 0, wrong

    def one(self, pack, name):
        return self.run(pack, [name])[0]


# ---- packs as dictionaries ----------------------------------------------------------------------


def path_of(pack, name):
    space, path = name.split(":")
    return os.path.join(pack, "data", space, "worldgen", "density_function", path + ".json")


def is_function(value):
    return (isinstance(value, dict) and "type" in value) or (
        isinstance(value, str) and value.startswith("fuzz:"))


def names_in(value):
    if isinstance(value, str):
        return {value} if value.startswith("fuzz:") else set()
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*(names_in(part) for part in parts))


def closure(read, name):
    """The files of a function and of those it refers to."""
    files, pending = {}, [name]
    while pending:
        at = pending.pop()
        if at not in files:
            files[at] = read(at)
            pending += sorted(names_in(files[at]))
    return files


def read_files(pack, name):
    def read(at):
        with open(path_of(pack, at), encoding="utf-8") as file:
            return json.load(file)
    return closure(read, name)


def write_files(folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        os.makedirs(os.path.dirname(path_of(folder, name)), exist_ok=True)
        with open(path_of(folder, name), "w", encoding="utf-8") as out:
            json.dump(content, out, indent=1)
            out.write("\n")
    with open(os.path.join(folder, "pack.mcmeta"), "w", encoding="utf-8") as out:
        json.dump({"pack": {"description": "a reduced function", "min_format": 121,
                            "max_format": 121}}, out)


def size(files):
    return sum(len(json.dumps(content)) for content in files.values())


# ---- reduction ----------------------------------------------------------------------------------


def places(value, path=()):
    """Paths to everything that may be replaced or shortened, the largest first."""
    if isinstance(value, (dict, list)):
        if is_function(value) or "points" in value or isinstance(value, list):
            yield path
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, path + (key,))
    elif is_function(value):
        yield path


def at_path(value, path):
    for key in path:
        value = value[key]
    return value


def replaced(root, path, value):
    if not path:
        return value
    root = copy.deepcopy(root)
    at_path(root, path[:-1])[path[-1]] = value
    return root


def below(value, files):
    """The functions directly below a node."""
    if isinstance(value, str):
        return [files[value]]
    out, pending = [], list(value.values())
    while pending:
        part = pending.pop(0)
        if is_function(part):
            out.append(part)
        elif isinstance(part, dict):
            pending += part.values()
        elif isinstance(part, list):
            pending += part
    return out


def smaller(value, files):
    """What may stand in the place of a value."""
    if isinstance(value, list):
        if len(value) > 1:
            yield from (value[:i] + value[i + 1:] for i in range(len(value)))
        return
    if is_function(value):
        if value not in (0.0, 1.0):
            yield from (0.0, 1.0)
        yield from below(value, files)
        if isinstance(value, dict) and value["type"].endswith("interval_select"):
            for i in range(len(value["thresholds"])):
                fewer = copy.deepcopy(value)
                del fewer["thresholds"][i], fewer["functions"][i]
                if fewer["thresholds"]:
                    yield fewer
        return
    yield 0.0  # a spline


def candidates(files, name):
    """Smaller packs, as dictionaries without what nothing refers to any more."""
    for owner in sorted(files, key=lambda n: (n != name, n)):
        for path in list(places(files[owner])):
            value = at_path(files[owner], path)
            for instead in smaller(value, files):
                root = replaced(files[owner], path, instead)
                if isinstance(root, (int, float)):
                    root = {"type": "constant", "value": root}
                elif isinstance(root, str):
                    root = files[root]
                made = closure({**files, owner: root}.__getitem__, name)
                if size(made) < size(files):
                    yield made


def reduce(comparison, pack, name, folder, seconds=REDUCE_SECONDS):
    """Writes the smallest pack found in which the function fails as it does in `pack`."""
    wanted = comparison.one(pack, name)
    files = read_files(pack, name)
    write_files(folder, files)
    end, tries, trial = time.monotonic() + seconds, 0, folder + ".trial"
    if wanted in ("same", "refused", "time"):
        return wanted, tries
    progress = True
    while progress and time.monotonic() < end:
        progress = False
        for made in candidates(files, name):
            if time.monotonic() > end:
                break
            tries += 1
            write_files(trial, made)
            if comparison.one(trial, name) == wanted:
                files, progress = made, True
                write_files(folder, files)
                break
    shutil.rmtree(trial, ignore_errors=True)
    return wanted, tries


# ---- the whole ----------------------------------------------------------------------------------


def report(comparison, pack, name, keep):
    folder = os.path.join(keep, name.split(":")[1])
    outcome, tries = reduce(comparison, pack, name, folder)
    print(f"{name}: {outcome}; {size(read_files(folder, name))} bytes after {tries} tries: {folder}",
          flush=True)


def run(options):
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="engines-") as work:
        pack = os.path.join(work, "pack")
        names = random_pack.write(pack, options.count, options.seed)
        comparison = Comparison(options.terrane, options.seed, os.path.join(work, "cache"))
        batches = [names[i:i + BATCH] for i in range(0, len(names), BATCH)]
        end = time.monotonic() + options.seconds if options.seconds else None
        compared = values = refused = 0
        failed = {}

        def work_on(batch):
            return None if end and time.monotonic() > end else comparison.run(pack, batch)

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for batch, result in zip(batches, pool.map(work_on, batches)):
                if result is None:
                    continue
                outcome, count, without, wrong = result
                if outcome in ("same", "refused"):
                    compared += len(batch) - without
                    refused += without
                    values += count
                else:
                    print(f"{batch[0]} and on: {outcome} {' '.join(wrong)}", flush=True)
                    failed.update(dict.fromkeys(wrong or batch, outcome))
                done = compared + refused
                if done and done % (10 * BATCH) == 0:
                    print(f"{done} of {len(names)}", file=sys.stderr, flush=True)
        for name in [n for n in failed if failed[n] != "differs"]:
            failed[name] = comparison.one(pack, name)
            if failed[name] in ("same", "refused"):
                compared += failed[name] == "same"
                refused += failed[name] == "refused"
                del failed[name]
        for name in failed:
            report(comparison, pack, name, options.keep)
    print(f"{compared} functions, {values} values, {len(failed)} failed, seed {options.seed}, "
          f"{refused} refused")
    too_many = refused > MOST_REFUSED * (compared + refused)
    if too_many:
        print("engines.py: too many functions are refused", file=sys.stderr)
    return 1 if failed or too_many or not compared else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    many = commands.add_parser("run")
    many.add_argument("terrane")
    many.add_argument("count", type=int)
    many.add_argument("seed", type=int)
    many.add_argument("--seconds", type=float)
    many.add_argument("--jobs", type=int, default=os.cpu_count())
    many.add_argument("--keep", default="engines-failed")
    one = commands.add_parser("reduce")
    one.add_argument("terrane")
    one.add_argument("pack")
    one.add_argument("function")
    one.add_argument("seed", type=int)
    one.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    if options.command == "run":
        sys.exit(run(options))
    with tempfile.TemporaryDirectory(prefix="engines-") as cache:
        comparison = Comparison(options.terrane, options.seed, cache)
        outcome, tries = reduce(comparison, options.pack, options.function, options.output)
    left = size(read_files(options.output, options.function))
    print(f"{options.function}: {outcome}, {left} bytes after {tries} tries")
    sys.exit(1 if outcome in ("same", "refused") else 0)


if __name__ == "__main__":
    main()
