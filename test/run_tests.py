#!/usr/bin/env python3
"""Runs the tests of a build and counts them; script/test calls it.

The last line printed is `N passed, M failed` or `N passed, M failed, K skipped`. A program that
crashes, times out or runs no test counts as a failure: no kind of test can pass by being empty.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import time

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
PROGRAM_SECONDS = 1800
LIT_SECONDS = 300  # of one test


class Tally:
    """What became of the tests, by name."""

    def __init__(self):
        self.passed, self.failed, self.skipped = [], [], []

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def __str__(self):
        text = f"{len(self.passed)} passed, {len(self.failed)} failed"
        return text + (f", {len(self.skipped)} skipped" if self.skipped else "")


# ---- what this machine has ----------------------------------------------------------------------


def cpu_level():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as text:
            flags = set(re.findall(r"^flags\s*:(.*)$", text.read(), re.M)[0].split())
    except (OSError, IndexError):
        return "unknown"
    if {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= flags:
        return "AVX-512"
    return "AVX2" if "avx2" in flags else "baseline"


def nvrtc():
    roots = [os.environ.get("CUDA_PATH", ""), "/usr/local/cuda"] + glob.glob("/usr/local/cuda-*")
    for root in filter(None, roots):
        for folder in ("lib64", "lib"):
            found = sorted(glob.glob(os.path.join(root, folder, "libnvrtc.so.*")))
            if found:
                return found[0]
    found = sorted(glob.glob("/usr/lib/x86_64-linux-gnu/libnvrtc.so.*"))
    return found[0] if found else "none"


def llvm_version():
    try:
        return subprocess.run(["llvm-config-19", "--version"], capture_output=True, text=True,
                              check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "none"


def reference(source):
    folder = os.environ.get("TERRANE_REFERENCE") or os.path.join(os.path.dirname(source), "shared")
    return folder if os.path.isdir(folder) else f"none ({folder} is no folder)"


def cache_entry(build, name):
    try:
        with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as text:
            found = re.search(rf"^{name}:\w+=(.*)$", text.read(), re.M)
    except OSError:
        found = None
    return found.group(1) if found and found.group(1) else "none"


def print_configuration(source, build):
    print("== configuration")
    print(f"build       {build} ({cache_entry(build, 'CMAKE_BUILD_TYPE')}, sanitizers: "
          f"{cache_entry(build, 'TERRANE_SANITIZE')}, CUDA: {cache_entry(build, 'TERRANE_CUDA')})")
    print(f"LLVM        {llvm_version()}")
    print(f"NVRTC       {nvrtc()}")
    print(f"CPU level   {cpu_level()}")
    print(f"reference   {reference(source)}")


# ---- GoogleTest programs ------------------------------------------------------------------------


def read_report(path, program, tally):
    """Counts the tests of a program's JSON report; whether there was one."""
    try:
        with open(path, encoding="utf-8") as text:
            report = json.load(text)
    except (OSError, ValueError):
        return False
    for suite in report.get("testsuites", []):
        for test in suite.get("testsuite", []):
            name = f"{program}: {suite['name']}.{test['name']}"
            if test.get("failures"):
                tally.failed.append(name)
            elif test.get("status") == "NOTRUN" or test.get("result") in ("SKIPPED", "SUPPRESSED"):
                tally.skipped.append(name)
            else:
                tally.passed.append(name)
    return True


def read_output(output, program, tally):
    """The same from the output of a program that died: its last test is the one that failed."""
    for kind, name in re.findall(r"^\[ +(RUN|OK|FAILED|SKIPPED) +\] ([\w/.]+)", output, re.M):
        full = f"{program}: {name}"
        if kind == "RUN":
            tally.failed.append(full)
        elif tally.failed and tally.failed[-1] == full:
            if kind != "FAILED":
                tally.failed.pop()
                (tally.passed if kind == "OK" else tally.skipped).append(full)


def run_program(path, test_filter):
    program = os.path.basename(path)
    tally = Tally()
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [path, f"--gtest_output=json:{report}", "--gtest_color=no"]
        if test_filter:
            pattern = test_filter if re.search(r"[*?:]", test_filter) else f"*{test_filter}*"
            command.append(f"--gtest_filter={pattern}")
        try:
            result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, timeout=PROGRAM_SECONDS)
            output, code = result.stdout.decode(errors="replace"), result.returncode
            trouble = f"exit code {code}" if code >= 0 else f"signal {-code}"
        except subprocess.TimeoutExpired as expired:
            output, code = (expired.stdout or b"").decode(errors="replace"), 1
            trouble = f"no end after {PROGRAM_SECONDS} s"
        except OSError as error:
            output, code, trouble = "", 1, error.strerror
        if not read_report(report, program, tally):
            read_output(output, program, tally)
    if code != 0 and not tally.failed:
        tally.failed.append(f"{program}: {trouble}")
    elif code != 0 and not trouble.startswith("exit code"):
        output += f"\n{program}: {trouble}\n"
    if not test_filter and not (tally.passed or tally.failed or tally.skipped):
        tally.failed.append(f"{program}: it ran no test")
    return program, tally, output, time.monotonic() - start


def shorten(output):
    """The output of a failed program without its passed tests."""
    kept = []
    for line in output.splitlines():
        if re.match(r"\[ +OK +\]", line):
            while kept and not re.match(r"\[ +RUN +\]", kept[-1]):
                kept.pop()
            if kept:
                kept.pop()
        elif line and not line.startswith("[-----"):
            kept.append(line)
    if len(kept) > 200:
        kept = kept[:120] + [f"... {len(kept) - 200} lines left out ..."] + kept[-80:]
    return "\n".join(kept)


def run_unit(build, jobs, test_filter):
    tally = Tally()
    programs = [path for path in sorted(glob.glob(os.path.join(build, "unit", "*")))
                if os.path.isfile(path) and os.access(path, os.X_OK)]
    print(f"== unit tests: {len(programs)} programs")
    if not programs:
        tally.failed.append(f"unit: no test program in {build}/unit")
    with concurrent.futures.ThreadPoolExecutor(max_workers=jobs) as pool:
        runs = [pool.submit(run_program, path, test_filter) for path in programs]
        for run in runs:
            program, part, output, seconds = run.result()
            if part.passed or part.failed or part.skipped:
                print(f"{program}: {part} ({seconds:.1f} s)", flush=True)
            if part.failed:
                print(shorten(output), flush=True)
            tally.add(part)
    return tally


# ---- lit ----------------------------------------------------------------------------------------

LIT_PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED"}


def run_lit(source, build, jobs, test_filter):
    tally = Tally()
    if not os.path.exists(os.path.join(source, "test", "lit", "lit.cfg.py")):
        print("== lit tests: none (no test/lit/lit.cfg.py)")
        return tally
    print("== lit tests", flush=True)
    if not os.path.exists(LIT):
        tally.failed.append(f"lit: {LIT} is missing (package llvm-19-tools)")
        return tally
    suite = os.path.join(build, "test", "lit")
    if not os.path.exists(os.path.join(suite, "lit.site.cfg.py")):
        suite = os.path.join(source, "test", "lit")
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        command = [sys.executable, LIT, "-v", "--succinct", "--no-progress-bar", f"-j{jobs}",
                   "--output", report, suite]
        if has_psutil():  # lit cannot end a test without it
            command.append(f"--timeout={LIT_SECONDS}")
        if test_filter:
            command += ["--filter", re.escape(test_filter), "--allow-empty-runs"]
        environment = dict(os.environ, TERRANE_BUILD_DIR=build)
        code = subprocess.run(command, stdin=subprocess.DEVNULL, env=environment).returncode
        sys.stdout.flush()
        tests = []
        try:
            with open(report, encoding="utf-8") as text:
                tests = json.load(text).get("tests", [])
        except (OSError, ValueError):
            if not (test_filter and code == 0):
                tally.failed.append(f"lit: no report (exit code {code})")
    for test in tests:
        if test["code"] in LIT_PASSED:
            tally.passed.append(test["name"])
        elif test["code"] in LIT_SKIPPED:
            tally.skipped.append(test["name"])
        elif test["code"] != "EXCLUDED":
            tally.failed.append(f"{test['name']} ({test['code']})")
    if code != 0 and not tally.failed:
        tally.failed.append(f"lit: exit code {code}")
    if not test_filter and not (tally.passed or tally.failed or tally.skipped):
        tally.failed.append("lit: it ran no test")
    print(f"lit: {tally}")
    return tally


def has_psutil():
    try:
        import psutil  # pylint: disable=unused-import,import-outside-toplevel
    except ImportError:
        return False
    return True


# ---- style --------------------------------------------------------------------------------------


def run_style(source, build, test_filter):
    tally = Tally()
    script = os.path.join(source, "test", "style", "check_style.py")
    checks = {"style: format": [], "style: tidy": ["--tidy", "--build", build]}
    for name, arguments in checks.items():
        if test_filter and test_filter not in name:
            continue
        result = subprocess.run([sys.executable, script, "--source", source, *arguments],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        output = result.stdout.strip()
        if result.returncode == 0:
            tally.passed.append(name)
        elif result.returncode == 77:
            tally.skipped.append(f"{name} ({output})")
        else:
            tally.failed.append(name)
        print(f"== {name}\n{output}", flush=True)
    return tally


# ---- lint ---------------------------------------------------------------------------------------


def run_lint(source, build, test_filter):
    """terrane-lint over all of runtime/, as this build compiles it."""
    tally = Tally()
    name = "lint: runtime"
    if test_filter and test_filter not in name:
        return tally
    command = [os.path.join(build, "bin", "terrane-lint"), "-p", build, "--under",
               os.path.join(source, "runtime")]
    try:
        result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, timeout=PROGRAM_SECONDS)
        output, good = result.stdout.strip(), result.returncode == 0
        if result.returncode not in (0, 1):
            output += f"\n{result.stderr.strip()}"
    except (OSError, subprocess.TimeoutExpired) as error:
        output, good = f"{command[0]}: {error}", False
    # Its last line says what it looked at; without it nothing was.
    looked = re.search(r"^terrane-lint: (\d+) files looked at", output, re.M)
    good = good and looked is not None and int(looked.group(1)) > 0
    (tally.passed if good else tally.failed).append(name)
    print(f"== {name}\n{output}", flush=True)
    return tally


# ---- coverage -----------------------------------------------------------------------------------


def print_coverage(source, build):
    """Lines run in each folder, from the counters that the tests left."""
    print("== coverage")
    profiles = glob.glob(os.path.join(build, "profiles", "*.profraw"))
    merged = os.path.join(build, "profiles", "all.profdata")
    programs = [path for path in sorted(glob.glob(os.path.join(build, "unit", "*")) +
                                        glob.glob(os.path.join(build, "bin", "*")) +
                                        glob.glob(os.path.join(build, "lib", "*.so.*.*")))
                if os.path.isfile(path) and os.access(path, os.X_OK) and not os.path.islink(path)]
    subprocess.run(["llvm-profdata-19", "merge", "-sparse", *profiles, "-o", merged], check=True)
    objects = [part for path in programs[1:] for part in ("-object", path)]
    text = subprocess.run(["llvm-cov-19", "export", "-summary-only", f"-instr-profile={merged}",
                           programs[0], *objects], check=True, capture_output=True).stdout
    folders = {}
    for file in json.loads(text)["data"][0]["files"]:
        name = os.path.relpath(file["filename"], source)
        lines = file["summary"]["lines"]
        for folder in (name.split(os.sep)[0], os.path.dirname(name)):
            count = folders.setdefault(folder, [0, 0, []])
            count[0] += lines["covered"]
            count[1] += lines["count"]
            count[2].append((lines["count"] - lines["covered"], os.path.basename(name)))
    for folder in sorted(folders):
        covered, lines, files = folders[folder]
        if folder.split(os.sep)[0] in ("runtime", "passes", "targets"):
            worst = ", ".join(f"{name} {missed}" for missed, name in sorted(files)[:-4:-1] if missed)
            print(f"{folder:24} {covered:6} of {lines:6} lines, {100 * covered / lines:5.1f} %"
                  f"{'' if os.sep not in folder or not worst else '  without: ' + worst}")


def main():
    parser = argparse.ArgumentParser(prog="script/test")
    parser.add_argument("--source", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--unit", action="store_true")
    parser.add_argument("--lit", action="store_true")
    parser.add_argument("--style", action="store_true")
    parser.add_argument("--lint", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("filter", nargs="?")
    options = parser.parse_args()
    everything = not (options.unit or options.lit or options.style or options.lint)

    print_configuration(options.source, options.build)
    if cache_entry(options.build, "TERRANE_CUDA") == "OFF":
        os.environ["TERRANE_NVRTC"] = os.path.join(options.build, "no-nvrtc")  # a folder that is not
    tally = Tally()
    if everything or options.unit:
        tally.add(run_unit(options.build, options.jobs, options.filter))
    if everything or options.lit:
        tally.add(run_lit(options.source, options.build, options.jobs, options.filter))
    if everything or options.style:
        tally.add(run_style(options.source, options.build, options.filter))
    if everything or options.lint:
        tally.add(run_lint(options.source, options.build, options.filter))

    if options.coverage:
        print_coverage(options.source, options.build)
    for title, names in (("skipped", tally.skipped), ("failed", tally.failed)):
        if names:
            print(f"== {title}")
            print("\n".join(names))
    ran = len(tally.passed) + len(tally.failed)
    if ran == 0:
        print("== nothing ran")
    print(tally, flush=True)
    return 0 if ran and not tally.failed else 1


if __name__ == "__main__":
    sys.exit(main())
