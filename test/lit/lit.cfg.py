"""lit configuration; lit.site.cfg.py (written by CMake into BUILD/test/lit) loads it.

Without that file (lit called on this folder) the build folder is TERRANE_BUILD_DIR, else build/.
A test needs no more than the tools on its PATH and these substitutions:

  %root          the source tree
  %packs         test/packs
  %inputs        test/Inputs
  %reference     the reference material; say `REQUIRES: reference` with it
  %python        this Python
  %exits N CMD   runs CMD; fails unless it exits with code N
  %refuses F CMD runs CMD; fails unless it exits with code 2 and leaves no file F behind
  %gunzip A B    unpacks A to B
  %build         the build folder
  %fake_driver   a CUDA driver that is none (test/unit/device)
  %fake_nvrtc    the folder of an NVRTC that is none (test/unit/cuda)
"""

import json
import os
import shutil
import subprocess
import sys

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
source = os.path.dirname(os.path.dirname(here))


def setting(name, otherwise):
    value = getattr(config, name, None)
    return value if value else otherwise


build = setting("terrane_build_dir", os.environ.get("TERRANE_BUILD_DIR") or
                os.path.join(source, "build"))
llvm_tools = setting("terrane_llvm_tools_dir", "/usr/lib/llvm-19/bin")

config.name = "terrane"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.test_source_root = here
config.test_exec_root = os.path.join(build, "test", "lit")

# Terrane's tools by their plain names; FileCheck, not, split-file and their like from LLVM.
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(build, "bin"), llvm_tools, os.environ.get("PATH", "")])
config.environment["LC_ALL"] = "C"
# A warning of FileCheck's: a label or a NOT that cannot match is an error in a test.
config.environment["FILECHECK_OPTS"] = "--dump-input=fail --dump-input-context=20"
for tool in ("terrane", "terrane-opt", "terrane-translate", "terrane-lint"):
    if not os.access(os.path.join(build, "bin", tool), os.X_OK):
        lit_config.fatal(f"{os.path.join(build, 'bin', tool)} is missing: build first")

reference = os.environ.get("TERRANE_REFERENCE") or os.path.join(os.path.dirname(source), "shared")
if os.path.isdir(os.path.join(reference, "vectors")):
    config.available_features.add("reference")
# Times and memory are measured only where nothing slows the tools down on purpose.
if not setting("terrane_sanitize", ""):
    config.available_features.add("plain-build")

helpers = os.path.join(here, "helpers")
# The CPU levels that this machine can run (runtime/kernel/cpu_level.h).
flags = set()
if os.path.exists("/proc/cpuinfo"):
    with open("/proc/cpuinfo") as info:
        flags = set(next((l for l in info if l.startswith("flags")), "").split())
if "avx2" in flags and "fma" in flags:
    config.available_features.add("cpu-avx2")
if {"avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi"} <= flags:
    config.available_features.add("cpu-avx512")

# NVRTC as the tools find it, and the assembler of the CUDA Toolkit.
doctor = subprocess.run([os.path.join(build, "bin", "terrane"), "doctor", "--json"],
                        capture_output=True, text=True, check=False)
try:
    if json.loads(doctor.stdout)["nvrtc"]["version"]:
        config.available_features.add("nvrtc")
except (ValueError, KeyError):
    lit_config.warning("'terrane doctor --json' does not say whether there is NVRTC")
if shutil.which("ptxas") or os.access("/usr/local/cuda/bin/ptxas", os.X_OK):
    config.available_features.add("ptxas")

config.substitutions += [
    ("%root", source),
    ("%build", build),
    ("%packs", os.path.join(source, "test", "packs")),
    ("%inputs", os.path.join(source, "test", "Inputs")),
    ("%reference", reference),
    ("%helpers", helpers),
    ("%python", sys.executable),
    ("%exits", f"{sys.executable} {helpers}/exits.py"),
    ("%refuses", f"{sys.executable} {helpers}/exits.py 2 --absent"),
    ("%fake_driver", os.path.join(build, "fixtures", "fake_cuda_driver.so")),
    ("%fake_nvrtc", os.path.join(build, "fixtures", "fake_nvrtc")),
    ("%gunzip", f"{sys.executable} {helpers}/gunzip.py"),
]
config.excludes = ["helpers"]
