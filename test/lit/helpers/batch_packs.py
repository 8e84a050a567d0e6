"""batch_packs.py DEMO FOLDER: variants of the demo pack's settings, to be stacked on it.

FOLDER/plain   demo:overworld without what caches let see: its chunks can be made in batches
FOLDER/cells   demo:legacy with cells that do not fit a section: its chunks cannot
"""

import json
import os
import shutil
import sys

demo, folder = sys.argv[1:]


def load(name):
    with open(f"{demo}/data/demo/worldgen/noise_settings/{name}.json") as file:
        return json.load(file)


def put(pack, name, settings):
    path = f"{folder}/{pack}/data/demo/worldgen/noise_settings"
    os.makedirs(path)
    shutil.copy(f"{demo}/pack.mcmeta", f"{folder}/{pack}/pack.mcmeta")
    with open(f"{path}/{name}.json", "w") as file:
        json.dump(settings, file)


plain = load("overworld")
plain["noise_router"]["chunk_surface_level"] = "demo:legacy/level"
plain["aquifers"]["surface_level"] = "demo:legacy/level"
plain["aquifers"]["exclusion"] = 0.0
put("plain", "overworld", plain)

cells = load("legacy")
cells["noise_router"]["final_density"] = {
    "type": "minecraft:interpolated",
    "input": cells["noise_router"]["final_density"],
    "cell_size_xz": 12,
    "cell_size_y": 8,
}
put("cells", "legacy", cells)
