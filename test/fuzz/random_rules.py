#!/usr/bin/env python3
"""Writes packs of random material rules, each with a dimension of its own.

    random_rules.py FOLDER COUNT SEED

The packs lie on test/packs/base, which has the blocks and the noises that every dimension needs.
Each dimension `fuzz:d<n>` has its own noise settings, level, biomes, biome source, named rules and
conditions over all types of both, with what tells engines apart: references that are shared and
nested, veins below conditions that never hold, anchors and offsets at their limits, rules that
place air, fluids and waterlogged blocks, inverted and infinite ranges, steep ground. The same
arguments write the same pack.

To compare many:  random_rules.py /tmp/p 1000 1 &&
                  terrane verify terrain --engine cpp --pack test/packs/base --pack /tmp/p
or, keeping each pack small and going on after a mismatch:  random_rules.py --run TERRANE 1000 1 [SECONDS]
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

STATES = ["stone", "dirt", "sand", "gravel", "minecraft:granite", "tuff", "bedrock", "air",
          "cave_air", "water", "lava", "seagrass", "powder_snow", "snow_block", "packed_ice",
          {"id": "grass_block", "properties": {"snowy": "true"}}, {"id": "grass_block"},
          {"id": "deepslate", "properties": {"axis": "x"}},
          {"id": "minecraft:water", "properties": {"level": "7"}},
          {"id": "oak_slab", "properties": {"waterlogged": "true"}},
          {"id": "oak_slab", "properties": {"waterlogged": "maybe", "type": "top", "no": "1"}}]
SOLID = [s for s in STATES if not isinstance(s, str) or s not in
         ("air", "cave_air", "water", "lava", "seagrass")]
BIOMES = ["minecraft:eroded_badlands", "minecraft:frozen_ocean", "minecraft:deep_frozen_ocean",
          "fuzz:warm", "fuzz:cold", "fuzz:mild", "fuzz:snowy"]
INTS = [0, 0, 0, 1, 1, -1, 2, 3, 5, 16, -7, 63, 2147483647, -2147483648, 2147483646, 4294967297,
        100000000000, 1.9]


class Dimension:
    """One dimension and all that only it uses; `name` keeps it apart from the others."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.files = {}
        self.conditions, self.rules = [], []
        # A noise and a function may have one name.
        self.noises = [f"fuzz:{name}/{n}" for n in ["shared", "n1", "n2"][:rng.randint(1, 3)]]
        self.places_nothing_solid = False

    # ---- functions ------------------------------------------------------------------------------

    def function(self, depth):
        r = self.rng
        kind = r.choice(["constant", "noise", "noise", "gradient", "cache", "add", "mul", "slice",
                         "interpolated", "ref"])
        if depth <= 0 and kind in ("cache", "add", "mul", "slice", "interpolated"):
            kind = "noise"
        sub = lambda: self.function(depth - 1)
        if kind == "constant":
            return r.choice([0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 1e-30])
        if kind == "noise":
            return {"type": "noise", "noise": r.choice(self.noises),
                    "xz_scale": r.choice([0.5, 1.0, 4.0]), "y_scale": r.choice([0.0, 1.0, 3.0])}
        if kind == "gradient":
            a = r.choice([-64, 0, 17])
            return {"type": "gradient", "axis": r.choice("xyz"), "from_coordinate": a,
                    "to_coordinate": a + r.choice([7, 60]), "from_value": r.choice([1.0, -0.5]),
                    "to_value": r.choice([-1.0, 0.75]),
                    "tiling": r.choice(["clamp_to_edge", "repeat", "mirrored_repeat"])}
        if kind == "cache":
            return {"type": kind, "input": sub()}
        if kind in ("add", "mul"):
            return {"type": kind, "left": sub(), "right": sub()}
        if kind == "slice":
            return {"type": kind, "axis": r.choice("xyz"), "coordinate": r.randint(-9, 70),
                    "input": sub()}
        if kind == "interpolated":
            return {"type": kind, "input": sub(), "cell_size_xz": r.choice([2, 4]),
                    "cell_size_y": r.choice([1, 4, 8])}
        return f"fuzz:{self.name}/shared"

    # ---- conditions -----------------------------------------------------------------------------

    def anchor(self):
        r = self.rng
        kind = r.choice(["absolute", "above_bottom", "below_top", "relative_to_sea_level"])
        value = r.choice([-2032, 2031]) if r.random() < 0.1 else r.randint(-20, 80)
        a = {kind: value}
        if r.random() < 0.1:  # one good choice wins over bad ones
            a[r.choice(["absolute", "above_bottom", "below_top"])] = r.choice(["x", None, 2032])
            if not isinstance(a.get(kind), int) or a[kind] == 2032:
                a[kind] = value
        if r.random() < 0.05:  # three good ones are the absolute one
            a.update(absolute=value, above_bottom=1, below_top=2)
            a.pop("relative_to_sea_level", None)
        return a

    def biome_set(self):
        r = self.rng
        kind = r.random()
        if kind < 0.2:
            return r.choice(BIOMES)
        if kind < 0.3:
            return f"#fuzz:{self.name}"
        return [r.choice(BIOMES) for _ in range(r.choice([0, 1, 2, 2, 3, 8]))]

    def condition(self, depth):
        r = self.rng
        kind = r.choice(["biome"] * 3 + ["noise_threshold"] * 3 + ["vertical_gradient"] * 2 +
                        ["y_above"] * 2 + ["water"] * 2 + ["stone_depth"] * 4 + ["not"] * 3 +
                        ["temperature", "steep", "steep", "hole", "above_preliminary_surface",
                         "above_preliminary_surface", "ref", "ref"])
        if kind == "ref" and self.conditions:
            return r.choice(self.conditions)
        if kind == "ref" or (kind == "not" and depth <= 0):
            kind = "hole"
        prefix = r.choice(["minecraft:", ""])
        c = {"type": prefix + kind}
        if kind == "biome":
            c["biome_is"] = self.biome_set()
        elif kind == "noise_threshold":
            a, b = round(r.uniform(-1.2, 1.2), 2), round(r.uniform(-1.2, 1.2), 2)
            if r.random() < 0.7:
                a, b = min(a, b), max(a, b)
            if r.random() < 0.2:
                a = r.choice([-1.7976931348623157e308, -0.0, 0.0])
            if r.random() < 0.2:
                b = r.choice([1.7976931348623157e308, 1e400, 0.0])
            c.update(noise=r.choice(self.noises + ["minecraft:surface"]), min_threshold=a,
                     max_threshold=b)
            if r.random() < 0.5:
                c["is_3d"] = r.random() < 0.6
        elif kind == "vertical_gradient":
            low = self.anchor()
            high = self.anchor()
            if r.random() < 0.5:
                v = r.randint(-10, 60)
                low, high = {"absolute": v}, {"absolute": v + r.randint(0, 40)}
            c.update(random_name=r.choice(["a", "fuzz:b", "minecraft:deepslate"]),
                     true_at_and_below=low, false_at_and_above=high)
        elif kind == "y_above":
            c.update(anchor=self.anchor(), surface_depth_multiplier=r.choice([0, 0, 1, -1, 20, -20]),
                     add_stone_depth=r.random() < 0.5)
        elif kind == "water":
            c.update(offset=r.choice(INTS), surface_depth_multiplier=r.choice([0, 0, 1, -1, 20, -20]),
                     add_stone_depth=r.random() < 0.5)
        elif kind == "stone_depth":
            c.update(offset=r.choice(INTS), add_surface_depth=r.random() < 0.5,
                     secondary_depth_range=r.choice([0, 0, 6, 30, -4] + INTS),
                     surface_type=r.choice(["floor", "ceiling"]))
        elif kind == "not":
            c["invert"] = self.condition(depth - 1)
        return c

    # ---- rules ----------------------------------------------------------------------------------

    def state(self):
        return self.rng.choice(SOLID if self.rng.random() < 0.8 else STATES)

    def rule(self, depth):
        r = self.rng
        kind = r.choice(["sequence"] * 4 + ["condition"] * 7 + ["block"] * 2 +
                        ["bandlands", "ore_vein", "ref", "ref"])
        if kind == "ref" and self.rules:
            return r.choice(self.rules)
        if depth <= 0 and kind in ("sequence", "condition", "ref"):
            kind = r.choice(["block", "block", "block", "bandlands", "ore_vein"])
        if kind == "ref":
            kind = "block"
        f = {"type": r.choice(["minecraft:", ""]) + kind}
        if kind == "block":
            f["result_state"] = self.state()
        elif kind == "sequence":
            f["sequence"] = [self.rule(depth - 1) for _ in range(r.choice([0, 1, 2, 3, 4, 5]))]
        elif kind == "condition":
            f.update(if_true=self.condition(2), then_run=self.rule(depth - 1))
        elif kind == "ore_vein":
            f.update(ore_block=self.state(), raw_ore_block=self.state(), filler_block=self.state(),
                     raw_ore_chance=r.choice([0.0, 0.02, 0.5, 1.0]), density=self.function(2),
                     richness=self.function(2), filler_gap=self.function(1))
        return f

    def guarded(self, rule):
        """A rule at the top that always places would hide all that follow."""
        return {"type": "condition", "if_true": self.condition(2), "then_run": rule}

    # ---- the whole ------------------------------------------------------------------------------

    def put(self, registry, path, value):
        self.files[f"data/fuzz/{registry}/{path}.json"] = value

    def settings(self):
        r = self.rng
        min_y = r.choice([-64, -32, 0, 16])
        height = r.choice([32, 64, 96, 128])
        sea = r.choice([min_y + 20, min_y + height // 2, 63, -1000])
        middle = min_y + height // 2
        ground = {"type": "gradient", "axis": "y", "from_coordinate": middle - 24,
                  "to_coordinate": middle + 24, "from_value": 1.0, "to_value": -1.0,
                  "tiling": "clamp_to_edge"}
        shape = {"type": "noise", "noise": r.choice(self.noises),
                 "xz_scale": r.choice([1.0, 4.0, 12.0]), "y_scale": r.choice([0.0, 1.0, 6.0])}
        density = {"type": "add", "left": ground, "right": shape}
        if r.random() < 0.5:
            density = {"type": "interpolated", "input": density, "cell_size_xz": 4,
                       "cell_size_y": 8}
        if r.random() < 0.3:
            density = {"type": "max", "left": density, "right": self.function(2)}
        surface = r.choice([0, middle, self.function(2),
                            {"type": "mul", "left": float(middle + 1), "right": self.function(2)},
                            {"type": "cache", "input": {"type": "add", "left": float(middle),
                                                        "right": self.function(1)}}])
        climate = lambda: r.choice([0, 0.3, -0.7, {"type": "noise", "noise": r.choice(self.noises),
                                                   "xz_scale": 2.0, "y_scale": 1.0}])
        router = {name: climate() for name in ("temperature", "vegetation", "continents", "erosion",
                                               "depth", "ridges")}
        router.update(chunk_surface_level=surface, final_density=density)
        result = {"noise": {"min_y": min_y, "height": height},
                  "default_block": r.choice(["stone", "netherrack", {"id": "deepslate"}]),
                  "default_fluid": r.choice(["water", "water", "lava", "air"]),
                  "noise_router": router, "material_rule": self.top_rule(), "spawn_target": [],
                  "sea_level": sea, "disable_mob_generation": False,
                  "legacy_random_source": r.random() < 0.3}
        if r.random() < 0.3:
            result["aquifers"] = {name: climate() for name in (
                "barrier", "fluid_level_floodedness", "fluid_level_spread", "lava", "exclusion",
                "surface_level")}
        self.put("worldgen/noise_settings", self.name, result)
        level = r.choice([(min_y, height)] * 3 + [(min_y - 16, height + 48), (min_y + 16, height)])
        return level

    def top_rule(self):
        r = self.rng
        rules = []
        for _ in range(r.randint(1, 7)):
            rules.append(self.guarded(self.rule(3)))
        if r.random() < 0.3:
            rules.append(self.rule(2))
        if r.random() < 0.2:
            self.put("worldgen/material_rule", f"{self.name}/top",
                     {"type": "sequence", "sequence": rules})
            return f"fuzz:{self.name}/top"
        return {"type": "minecraft:sequence", "sequence": rules}

    def source(self):
        r = self.rng
        kind = r.choice(["checkerboard", "checkerboard", "multi_noise", "multi_noise", "fixed"])
        chosen = r.sample(BIOMES, r.randint(2, 6))
        if kind == "checkerboard":
            return {"type": kind, "biomes": chosen, "scale": r.choice([0, 0, 1, 2])}
        if kind == "fixed":
            return {"type": kind, "biome": chosen[0]}
        entries = []
        for biome in chosen:
            box = {n: sorted([round(r.uniform(-1, 1), 2), round(r.uniform(-1, 1), 2)])
                   for n in ("temperature", "humidity", "continentalness", "erosion", "depth",
                             "weirdness")}
            entries.append({"biome": biome, "parameters": {**box, "offset": r.choice([0, 0.2])}})
        return {"type": kind, "biomes": entries}

    def write(self):
        r = self.rng
        for noise in self.noises:
            first = r.randint(-6, -2)
            self.put("worldgen/noise", noise.split(":")[1],
                     {"base_octave": first, "octave_count": r.randint(1, 3),
                      "base_amplitude": r.choice([1.0, 1.5])})
        self.put("worldgen/density_function", f"{self.name}/shared",
                 {"type": "cache", "input": {"type": "noise", "noise": r.choice(self.noises),
                                             "xz_scale": 1.0, "y_scale": r.choice([0.0, 1.0])}})
        self.put("tags/worldgen/biome", self.name, {"values": r.sample(BIOMES, r.randint(0, 4))})
        for i in range(r.randint(0, 4)):
            name = f"{self.name}/c{i}"
            content = self.condition(2)
            if isinstance(content, str):
                content = {"type": "not", "invert": content}
            self.put("worldgen/material_condition", name, content)
            self.conditions.append("fuzz:" + name)
        for i in range(r.randint(0, 4)):
            name = f"{self.name}/r{i}"
            content = self.rule(2)
            if isinstance(content, str):
                content = {"type": "sequence", "sequence": [content, content]}
            self.put("worldgen/material_rule", name, content)
            self.rules.append("fuzz:" + name)
        min_y, height = self.settings()
        self.put("dimension", self.name,
                 {"type": {"min_y": min_y, "height": height},
                  "generator": {"type": "minecraft:noise", "settings": "fuzz:" + self.name,
                                "biome_source": self.source()}})
        return self.files


def write_pack(folder, count, seed, dimension=Dimension):
    files = {"pack.mcmeta": {"pack": {"description": f"random rules, seed {seed}",
                                      "min_format": 121, "max_format": 121}}}
    for id, temperature, modifier in [
            ("minecraft:eroded_badlands", 2.0, "none"), ("minecraft:frozen_ocean", 0.0, "frozen"),
            ("minecraft:deep_frozen_ocean", 0.5, "frozen"), ("fuzz:warm", 1.0, "none"),
            ("fuzz:cold", 0.0, "none"), ("fuzz:mild", 0.16, "none"), ("fuzz:snowy", -0.5, "frozen")]:
        space, path = id.split(":")
        files[f"data/{space}/worldgen/biome/{path}.json"] = {
            "has_precipitation": True, "temperature": temperature, "downfall": 0.5, "carvers": [],
            "temperature_modifier": modifier}
    for i in range(count):
        files.update(dimension(random.Random(f"{seed}/{i}"), f"d{i:03}").write())
    for path, value in files.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as out:
            # 1e400 is a number of JSON, but Infinity is none.
            out.write(json.dumps(value, indent=1).replace("Infinity", "1e400"))


def run(terrane, count, first, seconds=None):
    """Packs of one dimension with the seeds from `first` on, for so long at most; keeps those that
    differ."""
    base = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "packs", "base")
    failed = done = 0
    end = time.monotonic() + seconds if seconds else None
    for seed in range(first, first + count):
        if end and time.monotonic() > end:
            break
        done += 1
        folder = tempfile.mkdtemp(prefix=f"rules-{seed}-")
        write_pack(folder, 1, seed)
        result = subprocess.run(
            [terrane, "verify", "terrain", "--engine", "cpp", "--seed", str(seed), "--pack", base,
             "--pack", folder, "fuzz:d000"], capture_output=True, text=True)
        if result.returncode == 0:
            shutil.rmtree(folder)
            continue
        failed += 1
        print(f"{folder}: exit {result.returncode}\n{result.stderr[:2000]}", flush=True)
    print(f"{done} packs, {failed} failed, seeds from {first}")
    return 1 if failed or not done else 0


def main():
    if sys.argv[1] == "--run":
        sys.exit(run(sys.argv[2], *map(int, sys.argv[3:5]), *map(float, sys.argv[5:6])))
    folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    write_pack(folder, count, seed)
    print(f"{count} dimensions, seed {seed}")


if __name__ == "__main__":
    main()
