"""many_inputs.py FOLDER N...: writes a pack, to be stacked on the pack `batches`, whose functions many:N
lead to N different slices and interpolations of one volume each, and whose dimension batch:many can be
made in batches, with 45 of them in its final density and 28 below one of these."""

import json
import os
import sys

folder, *counts = sys.argv[1:]
NOISE = {"type": "noise", "noise": "batch:n", "xz_scale": 1.25, "y_scale": 0.75}


def put(kind, namespace, name, content):
    path = os.path.join(folder, "data", namespace, kind, name + ".json")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        json.dump(content, out)


def cut(axis, coordinate):
    return {"type": "slice", "axis": axis, "coordinate": coordinate, "input": NOISE}


def cells(xz, y):
    return {"type": "interpolated", "input": NOISE, "cell_size_xz": xz, "cell_size_y": y}


def total(terms):
    """A tree of differences, so that no two terms may be exchanged."""
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    return {"type": "sub", "left": total(terms[:half]), "right": total(terms[half:])}


def term(i):
    if i % 3 == 2:
        return cells(1 + i // 3 % 16, 1 + i // 48)
    return cut("y", 3 * i - 60) if i % 3 == 0 else cut("x", 7 * i)


os.makedirs(folder, exist_ok=True)
with open(os.path.join(folder, "pack.mcmeta"), "w", encoding="utf-8") as meta:
    json.dump({"pack": {"description": "", "min_format": 121, "max_format": 121}}, meta)
for count in map(int, counts):
    put("worldgen/density_function", "many", str(count), total([term(i) for i in range(count)]))

height = {"type": "gradient", "axis": "y", "from_coordinate": 0, "to_coordinate": 64,
          "from_value": 3.0, "to_value": -3.0, "tiling": "clamp_to_edge"}
# One slice of many slices, which do not depend on y either, so it has a stage of its own; and beside it
# what does.
flat = total([cut("y", y) for y in range(28)])
terms = [{"type": "mul", "left": cut("y", y), "right": height} for y in range(28, 56)]
terms += [cells(xz, y) for xz in (2, 4, 8, 16) for y in (2, 4, 8, 16)]
put("worldgen/noise_settings", "batch", "many", {
    "noise": {"min_y": 0, "height": 64}, "default_block": "stone", "default_fluid": "water",
    "noise_router": {**{n: 0 for n in ("temperature", "vegetation", "continents", "erosion", "depth",
                                       "ridges", "chunk_surface_level")},
                     "final_density": {"type": "add", "left": height, "right": total([flat] + terms)}},
    "material_rule": {"type": "block", "result_state": "minecraft:stone"},
    "spawn_target": [], "sea_level": 30, "disable_mob_generation": False,
    "legacy_random_source": False})
put("dimension", "batch", "many", {
    "type": {"min_y": 0, "height": 64},
    "generator": {"type": "minecraft:noise", "settings": "batch:many",
                  "biome_source": {"type": "fixed", "biome": "minecraft:plains"}}})
