#!/usr/bin/env python3
"""Makes the *.json.gz files beside it from the reference material: make_vectors.py [REFERENCE].

The files let a clone without the reference material compare every feature. They hold values of our
own reference implementation for our own inputs: the probe pack whole (test/packs/probe), and of the
vectors those sets whose parameters are made up for tests. The output is the same every time.
"""

import gzip
import json
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))


def write(name, data):
    text = json.dumps(data, separators=(",", ":")).encode()
    with open(os.path.join(here, f"{name}.json.gz"), "wb") as raw:
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=9) as packed:
            packed.write(text)
    print(f"{name}.json.gz: {len(text)} bytes, {os.path.getsize(raw.name)} packed")


def noise(data):
    """Noise sets with made-up parameters; `path_split` refers to sets by index."""
    normal = data["normal"]
    kept = [i for i, row in enumerate(normal)
            if row["name"].startswith("test:") or i in (12, 13, 14)]
    data["normal"] = [normal[i] for i in kept]
    data["path_split"] = [dict(row, set=kept.index(row["set"]))
                          for row in data["path_split"] if row["set"] in kept]
    data["blended"] = data["blended"][3:]
    data["from_old_parameters"] = [row for row in data["from_old_parameters"]
                                   if row["amplitudes"] in ([3], [1, 0, 0, 0.35], [0, 0], [0, 1, 0])]
    return data


def random(data):
    """Three seeds of each generator instead of ten."""
    for key in ("xoroshiro", "legacy"):
        data[key] = [row for row in data[key] if row["seed"] in ("0", "-1", "123456789")]
    data["worldgen_random"] = data["worldgen_random"][:2]
    return data


def beardifier(data):
    data["cases"] = data["cases"][::5]
    return data


def main():
    reference = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../../../shared")

    def read(path):
        with open(os.path.join(reference, path), encoding="utf-8") as text:
            return json.load(text)

    for name in ("trap_modern", "graph_modern", "graph_legacy"):
        write(f"probe_{name}", read(f"probes/expected_{name}.json"))
    write("noise", noise(read("vectors/noise.json")))
    write("random", random(read("vectors/random.json")))
    write("beardifier", beardifier(read("vectors/beardifier.json")))


if __name__ == "__main__":
    main()
