#!/usr/bin/env python3
"""seeds.py TARGET FOLDER TERRANE: writes the seeds of a fuzz target, made from the test packs.

FOLDER/seeds gets one file per seed; for `capi` FOLDER/bundle becomes the bundle that the calls are
made on. The same packs give the same seeds.
"""

import glob
import json
import os
import random
import re
import struct
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
PACKS = os.path.join(ROOT, "test", "packs")
MOST = 40  # of a kind
MAX_BYTES = 4096

# As `paths` in pack_target.cpp.
KINDS = ["worldgen/density_function/", "worldgen/noise/", "worldgen/noise_settings/",
         "worldgen/material_rule/", "worldgen/material_condition/", "worldgen/biome/",
         "worldgen/carver/", "dimension/", "dimension_type/", "tags/worldgen/biome/", "tags/block/",
         "reports/blocks.json"]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(folder, name, content):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as out:
        out.write(content)


def spread(things, most):
    """At most so many, from all over the list."""
    step = max(1, -(-len(things) // most))
    return things[::step]


def kind_of(path):
    inside = re.search(r"/(?:data/[^/]+|(?=reports/))/?(.*)$", path).group(1)
    return next((k for k, prefix in enumerate(KINDS) if inside.startswith(prefix)), None)


def pack_files():
    """(kind, bytes) of the packs' files, bad ones as well."""
    paths = sorted(glob.glob(os.path.join(PACKS, "**", "data", "**", "*.json"), recursive=True) +
                   glob.glob(os.path.join(PACKS, "**", "reports", "*.json"), recursive=True))
    paths = [path for path in paths if os.path.isfile(path)]
    for kind in range(len(KINDS)):
        files = [read(p) for p in paths if kind_of(os.path.relpath(p, PACKS)) == kind]
        yield from ((kind, f) for f in spread([f for f in files if len(f) < MAX_BYTES], MOST))


def make_json():
    yield from (content for _, content in pack_files())
    yield from (text.encode() for text in
                ("", "0", "-0", "1e400", "\"\\ud83d\\ude00\\n\"", "[" * 600, "{\"a\":" * 300, "[1,]",
                 "{\"a\":1,\"a\":2}", "[-1.5e-3, true, false, null, 12345678901234567890]"))


def make_pack():
    yield from (bytes([kind]) + content for kind, content in pack_files())


def make_mlir():
    for path in sorted(glob.glob(os.path.join(ROOT, "test", "lit", "**", "*.mlir"), recursive=True)):
        for part in re.split(r"^// -----.*$", read(path).decode(), flags=re.M):
            part = re.sub(r"^\s*//.*\n", "", part, flags=re.M).strip()
            if part and len(part) < 2 * MAX_BYTES:
                yield part.encode() + b"\n"


def compile_bundle(terrane, folder, words):
    """A bundle; packs are named by words that start with @."""
    command = [terrane, "compile", "--quiet", "-o", folder, "--cpu-level", "baseline"]
    for word in words:
        command += ["--pack", os.path.join(PACKS, word[1:])] if word[0] == "@" else [word]
    environment = dict(os.environ, XDG_CACHE_HOME=folder + ".cache")
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def fixture_manifest(manifest):
    """That of a folder with the hand-written generator of test/unit/kernel."""
    made = json.loads(manifest)
    blended = {"xzScale": 0.25, "yScale": 0.125, "xzFactor": 80.0, "yFactor": 160.0,
               "smearScaleMultiplier": 8.0}
    made["generators"] = [{
        "settings": "test:first", "dimensions": [], "legacyRandomSource": False,
        "entries": ["noise", "blended", "cached", "scratch", "fields", "islands"],
        "noises": [{"kind": "density", "id": "test:noise", "baseOctave": -2, "octaveCount": 3,
                    "baseAmplitude": 1.5, "normalize": "on", "amplitudeModifiers": [1.0, 0.0, 2.0]},
                   *({"kind": f"blended_{part}", **blended} for part in ("low", "high", "main"))],
        "cellSizes": [{"xz": 4, "y": 8}], "caches": 2, "sources": [],
        "libraries": [{"cpuLevel": "baseline", "file": "generator.so", "size": "@size@",
                       "sha256": "@sha256@"}]}]
    return json.dumps(made).encode()


def make_bundle(folder, terrane):
    out = os.path.join(folder, "compiled")
    compile_bundle(terrane, out, ["@demo", "--dimension", "demo:low", "--dimension", "demo:islands",
                                  "--target", "cpp"])
    manifest = read(os.path.join(out, "manifest.json"))
    for path in sorted(glob.glob(os.path.join(out, "*.dimension.json"))):
        yield bytes([1]) + read(path)
    compile_bundle(terrane, out, ["@base", "@rules", "@eval", "--settings", "eval:s", "--dimension",
                                  "rules:same", "--target", "cpp"])
    small = read(os.path.join(out, "manifest.json"))
    for path in sorted(glob.glob(os.path.join(out, "*.dimension.json"))):
        yield bytes([1]) + read(path)
    for text in (manifest, small, fixture_manifest(small)):
        yield bytes([0]) + text
    yield bytes([2]) + fixture_manifest(small)
    yield bytes([3]) + b"\x7fELF no library"


class Calls:
    """Inputs of capi_target.cpp."""

    def __init__(self):
        self.bytes = b""

    def add(self, *parts):
        self.bytes += bytes(parts)
        return self

    @staticmethod
    def integer(value):
        return (0, 64 + value) if -64 <= value < 192 else (255, *struct.pack("<i", value))

    def world(self, generator, seed):
        return self.add(2, 0, 0, *self.integer(generator), *struct.pack("<q", seed), 0)

    def context(self, fields, caches):
        return self.add(3, fields, 0, 0, caches, 0, 0)

    def volume(self, entry, sizes, at, steps):
        self.add(4, *self.integer(entry))
        for size in sizes:
            self.add(0, size - 1)
        for value in (*at, *steps):
            self.add(*self.integer(value))
        return self.add(255, 0, 0, 0)

    def point(self, entry, at):
        self.add(6, *self.integer(entry))
        for value in at:
            self.add(*self.integer(value))
        return self.add(0, 0)

    def terrain(self, seed):
        return self.add(7, 0, 0, *self.integer(0), *struct.pack("<q", seed), 0).add(8, 0, 0)

    def chunk(self, x, z, stage):
        self.add(9, 0, 0, 0, 0, stage, 0, 0, 0, 0, 0, 9, 0, 0, 0)
        return self.add(*self.integer(x), *self.integer(z), 0, 0, 0)


def make_capi(folder, terrane):
    compile_bundle(terrane, os.path.join(folder, "bundle"),
                   ["@base", "@rules", "@eval", "--settings", "eval:s", "--dimension", "rules:same",
                    "--target", "so"])
    yield Calls().world(0, 42).context(0, 1).volume(3, (4, 9, 2), (0, 8, -3), (1, 1, 1)).point(
        7, (1, 2, 3)).bytes
    yield Calls().world(0, -1).context(31, 0).volume(5, (17, 3, 1), (-60, 0, 99), (4, 8, 4)).point(
        0, (-2147483648, 64, 29999999)).bytes
    yield Calls().terrain(7).chunk(3, -5, 0).chunk(134217726, 0, 3).add(10, 9, 0).bytes
    yield Calls().add(1, 0, *b"rules:same\0", 0, 64, 0, 65, 0).add(0, *b"/nowhere\0", 0, 0, 0).bytes
    yield Calls().add(11, 7, 1).world(1, 5).context(3, 1).volume(0, (1, 1, 1), (0, 0, 0),
                                                                 (1, 1, 1)).bytes
    generator = random.Random(1)
    for size in (8, 40, 200, 700) * 5:
        yield bytes(generator.randrange(256) for _ in range(size))


def main():
    target, folder, terrane = sys.argv[1:]
    makers = {"json": make_json, "pack": make_pack, "mlir": make_mlir,
              "bundle": lambda: make_bundle(folder, terrane),
              "capi": lambda: make_capi(folder, terrane)}
    os.makedirs(folder, exist_ok=True)
    count = 0
    for count, seed in enumerate(makers[target](), 1):
        write(os.path.join(folder, "seeds"), f"{count:04}", seed)
    print(f"{count} seeds")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
