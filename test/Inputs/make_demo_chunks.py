#!/usr/bin/env python3
"""Makes demo_chunks.json beside it: make_demo_chunks.py [TERRANE] (default: build/bin/terrane).

Chunks of test/packs/demo as the reference engine makes them, for test/lit/verify/demo_chunks.test.
To be made anew when the pack changes. When values change although the pack did not, one of the two
states of the program is wrong: find out which before the file is replaced.
"""

import json
import os
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
FAR = 1874998  # the chunk at the world's border

# Dimension, settings, lowest block, height of the level, and (seed, chunks). Together they hold every
# biome of the pack and every block state that its rules, carvers aside, place.
DIMENSIONS = [
    ("demo:demo", "demo:overworld", -64, 320,
     [(1, [(0, 0), (-7, 28), (-32, -27), (-32, 13), (-22, 23), (3, -12), (3, 13), (-12, -7),
           (-22, 18), (FAR, -FAR)]),
      (-8053427413908104233, [(5, -9), (-FAR, 3)])]),
    ("demo:low", "demo:overworld", -32, 144, [(1, [(-8, -4), (6, 6)])]),
    ("demo:legacy", "demo:legacy", 0, 128,
     [(1, [(8, 14), (-4, -4), (-4, 8)]), (987654321987654321, [(-FAR, FAR)])]),
    ("demo:islands", "demo:islands", -32, 288,
     [(1, [(2, -3), (-8, 4), (-85, 60), (120, 10), (78, -30), (118, 35), (114, 10)])]),
]


def main(terrane=os.path.join(root, "build", "bin", "terrane")):
    rows = [{"dimension": dimension, "settings": settings, "seed": str(seed), "chunk": chunk,
             "min_y": low, "height": height}
            for dimension, settings, low, height, worlds in DIMENSIONS
            for seed, chunks in worlds for chunk in chunks]
    with tempfile.TemporaryDirectory() as folder:
        wanted = os.path.join(folder, "chunks.json")
        with open(wanted, "w", encoding="utf-8") as text:
            json.dump(rows, text)
        subprocess.run([terrane, "verify", "chunks", wanted, "--engine", "reference", "--pack",
                        os.path.join(root, "test", "packs", "demo"), "--write",
                        os.path.join(here, "demo_chunks.json")], check=True)
    print(f"demo_chunks.json: {len(rows)} chunks")


if __name__ == "__main__":
    main(*sys.argv[1:])
