#!/usr/bin/env python3
"""Compares chunks made in batches (--engine cuda-host) with those made one by one (--engine cpp).

    random_batches.py TERRANE COUNT SEED [SECONDS]

Each seed is a pack of one dimension: random_rules.py's, but with functions of caches that several
entries share, noises whose two paths differ, interpolations of odd cells, slices far away,
infinities and NaN, all made visible in blocks; and with other levels, seas and biome sources. The
dumps must have the same bytes, whether or not the engine takes the pack in batches, at odd places
and across the borders of batches. A pack that differs is kept; the line that tells so says how to
run it. The last line counts packs, those made in batches as a whole, and failures.
"""

import filecmp
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

import random_pack
import random_rules

BASE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "packs", "base")
FAR = 1874990  # near the last chunk that a world has
MAX_NODES, MAX_LEAVES = 24, 60
FAR_SLICES = [1 << 26, -(1 << 26), (1 << 26) + 5, 1 << 25, -(1 << 25) - 1, 2147483647]


class BatchDimension(random_rules.Dimension):
    def __init__(self, rng, name):
        super().__init__(rng, name)
        self.shared = []
        self.cost = random_pack.Cost()
        # Most packs hold to what can be made in batches, so that not all of them are refused.
        self.wild = rng.random() < 0.3
        self.point = False  # for an entry that is asked for points
        for i in range(rng.randint(2, 4)):
            content = self.flat(2) if i < 2 and not self.wild else self.bounded(2)
            if isinstance(content, (str, int, float)):
                content = {"type": "cache", "input": content}
            self.put("worldgen/density_function", f"{name}/s{i}", content)
            self.cost.add(f"fuzz:{name}/s{i}", content)
            self.shared.append(f"fuzz:{name}/s{i}")

    def bounded(self, depth):
        while True:
            f = self.any(depth)
            if not isinstance(f, dict):
                return f
            nodes, below, leaves = self.cost.measure(f)
            if nodes + sum(self.cost.files[n][0] for n in below) < MAX_NODES and leaves < MAX_LEAVES:
                return f

    def function(self, depth):
        return self.visible(self.bounded(depth + 1)) if self.rng.random() < 0.5 else \
            self.bounded(depth + 1)

    def visible(self, f):
        """What shows the last bit of a value, or whether it is NaN or infinite."""
        r = self.rng
        kind = r.choice(["difference", "difference", "reciprocal", "sign", "scaled", "plain"])
        if kind == "difference":
            if self.point:
                f = self.flat(1)
            twin = {"type": "cache", "input": f}
            if r.random() < 0.3:
                twin = {"type": "slice", "axis": r.choice("xyz"), "coordinate": self.slice_place(),
                        "input": twin}
            return {"type": "mul", "left": 1000000.0,
                    "right": {"type": "sub", "left": twin, "right": f}}
        if kind == "scaled":
            return {"type": "mul", "left": r.choice([3.0, -20.0, 10000.0]), "right": f}
        return f if kind == "plain" else {"type": kind, "input": f}

    def point_function(self):
        self.point = not self.wild
        f = self.function(0)
        self.point = False
        return f

    def flat(self, depth):
        """One value per column, of which both paths have the same bits."""
        r = self.rng
        sub = lambda: self.flat(depth - 1)
        kind = r.choice(["noise", "noise", "gradient", "shift_a", "shift_b", "end_outer_islands"] +
                        ["cache", "cache", "add", "sub", "clamp", "abs", "reciprocal", "sign",
                         "range_choice", "spline", "lerp", "slice"] * (2 if depth > 0 else 0))
        if kind == "noise":
            f = {"type": kind, "noise": r.choice(self.noises), "y_scale": 0.0,
                 "xz_scale": r.choice([0.25, 1.0, 4.0, -1.0])}
            if r.random() < 0.3:
                f.update(xz_scale=0.7, shift_x={"type": "cache", "input": {
                    "type": "shift_" + r.choice("ab"), "noise": r.choice(self.noises)}})
            return f
        if kind == "gradient":
            return {"type": kind, "axis": r.choice("xz"), "from_coordinate": r.choice([0, -33]),
                    "to_coordinate": 7, "from_value": r.choice([0.0, -0.0, 1.0]), "to_value": -1.0,
                    "tiling": r.choice(["clamp_to_edge", "repeat", "mirrored_repeat"])}
        if kind.startswith("shift"):
            return {"type": kind, "noise": r.choice(self.noises)}
        if kind == "end_outer_islands":
            return {"type": kind}
        if kind in ("add", "sub"):
            return {"type": kind, "left": sub(), "right": sub()}
        if kind == "clamp":
            return {"type": kind, "input": sub(), "min": -0.5, "max": 0.5}
        if kind == "range_choice":
            return {"type": kind, "input": sub(), "min_inclusive": -0.2, "max_exclusive": 0.4,
                    "when_in_range": sub(), "when_out_of_range": sub()}
        if kind == "spline":
            return {"type": kind, "spline": {"coordinate": sub(), "points": [
                {"location": l, "value": l, "derivative": 0.5} for l in (-0.5, 0.5)]}}
        if kind == "lerp":
            return {"type": kind, "alpha": sub(), "first": sub(), "second": sub()}
        if kind == "slice":
            noise = {"type": "noise", "noise": r.choice(self.noises), "xz_scale": 1.0, "y_scale": 1.0}
            return {"type": kind, "axis": "y", "coordinate": r.randint(-9, 9),
                    "input": {"type": "add", "left": noise, "right": sub()}}
        return {"type": kind, "input": sub()}

    def slice_place(self):
        r = self.rng
        if self.wild and r.random() < 0.3:
            return r.choice(FAR_SLICES)
        return r.choice([0, 0, 4, 16, -16, 15, r.randint(-70, 70)])

    def leaf(self):
        r = self.rng
        kind = r.choice(["constant", "noise", "noise", "noise", "gradient", "gradient", "shift_a",
                         "shift_b", "shift", "distance_to_point", "old_blended_noise",
                         "end_outer_islands", "blend_alpha", "beardifier", "shared", "shared"])
        if kind == "shared" and self.shared:
            return r.choice(self.shared[:2] if self.point else self.shared)
        if kind in ("shared", "constant"):
            return r.choice([0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 1e-30, 1000000.0, -0.3])
        f = {"type": kind}
        if kind.startswith("shift"):
            f["noise"] = r.choice(self.noises)
        elif kind == "noise":
            scales = [0.25, 0.5, 1.0, 4.0, -1.0, 0.0]
            f.update(noise=r.choice(self.noises),
                     xz_scale=r.choice(scales + [0.7, 1.7, 3.0] * (2 if self.wild else 0)),
                     y_scale=r.choice([0.0, 0.0, 1.0, 0.5] + [0.3] * self.wild))
            for axis in "xyz":
                if r.random() < 0.15:
                    f["shift_" + axis] = r.choice([0.0, -0.0, 1.5, {
                        "type": "cache", "input": {"type": "shift_" + r.choice("ab"),
                                                   "noise": r.choice(self.noises)}}])
        elif kind == "gradient":
            a = r.choice([-64, 0, 17, 3])
            f.update(axis=r.choice("xyz"), from_coordinate=a,
                     to_coordinate=a + r.choice([-5, 1, 2, 4, 16, 60]),
                     from_value=r.choice([1.0, -0.5, 0.0, -0.0]),
                     to_value=r.choice([-1.0, 0.75, 0.0, 2.0]),
                     tiling=r.choice(["clamp_to_edge", "repeat", "mirrored_repeat"]))
        elif kind == "distance_to_point":
            f.update(point=[r.randint(-40, 40) for _ in range(3)],
                     metric=r.choice(["euclidean", "manhattan", "chebyshev"]))
        elif kind == "old_blended_noise":
            f.update(xz_scale=r.choice([0.25, 1.0]), y_scale=r.choice([0.125, 1.0]), xz_factor=80.0,
                     y_factor=160.0, smear_scale_multiplier=r.choice([1.0, 8.0]))
        return f

    def any(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.1:
            return self.leaf()
        sub = lambda: self.any(depth - 1)
        kind = r.choice(["cache"] * 3 + ["interpolated"] * 3 + ["slice"] * 2 + ["unary"] * 2 +
                        ["add", "sub", "mul", "div", "min", "max", "round", "lerp", "clamp", "pow",
                         "range_choice", "interval_select", "spline", "find_top_surface"])
        if kind == "unary":
            return {"type": r.choice(["abs", "square", "sqrt", "reciprocal", "negate", "squeeze",
                                      "log", "sign", "half_negative", "blend_density"]),
                    "input": sub()}
        if kind == "cache":
            return {"type": kind, "input": self.flat(depth - 1) if self.point else sub()}
        if kind == "interpolated":
            cells = [(4, 8), (4, 8), (8, 4), (4, 4), (2, 2), (16, 16), (1, 1), (2, 16)]
            if self.wild:
                cells = [(xz, y) for xz in (1, 3, 4, 16, 32) for y in (1, 4, 5, 12, 32)]
            xz, y = r.choice(cells)
            return {"type": kind, "input": sub(), "cell_size_xz": xz, "cell_size_y": y}
        if kind == "slice":
            return {"type": kind, "axis": r.choice("xyz"), "coordinate": self.slice_place(),
                    "input": sub()}
        if kind in ("add", "sub", "mul", "div", "min", "max"):
            return {"type": kind, "left": sub(), "right": sub()}
        if kind == "round":
            return {"type": kind, "input": sub(), "multiple": r.choice([1.0, 0.25, sub()])}
        if kind == "lerp":
            return {"type": kind, "alpha": sub(), "first": sub(), "second": sub()}
        if kind == "clamp":
            return {"type": kind, "input": sub(), "min": -1.0, "max": r.choice([0.0, 0.5, 40.0])}
        if kind == "pow":
            return {"type": kind, "base": sub(), "exponent": r.choice([0.5, 2.0, -1.0, 1.7])}
        if kind == "range_choice":
            return {"type": kind, "input": sub(), "min_inclusive": r.choice([-1.0, 0.0, -0.0]),
                    "max_exclusive": r.choice([0.1, 1.0, 1000000.0]), "when_in_range": sub(),
                    "when_out_of_range": sub()}
        if kind == "interval_select":
            return {"type": kind, "input": sub(), "thresholds": [0.0], "functions": [sub(), sub()]}
        if kind == "spline":
            return {"type": kind, "spline": {"coordinate": sub(), "points": [
                {"location": l, "value": r.choice([0.3, -0.4, 1.0]), "derivative": r.choice([0, 0.5])}
                for l in (-1.0, 0.0, 0.7)[:r.randint(1, 3)]]}}
        return {"type": kind, "density": sub(), "lower_bound": r.choice([-20, 0]),
                "cell_height": r.choice([3, 8, 16]), "upper_bound": r.choice([
                    30.0, 17.0, {"type": "clamp", "input": sub(), "min": 0.0, "max": 40.0}])}

    # ---- the whole ------------------------------------------------------------------------------

    def settings(self):
        level = super().settings()
        r = self.rng
        path = f"data/fuzz/worldgen/noise_settings/{self.name}.json"
        settings = self.files[path]
        noise, router = settings["noise"], settings["noise_router"]
        middle = noise["min_y"] + noise["height"] // 2
        if r.random() < 0.5:
            settings["default_block"] = r.choice(["air", "water", "lava", "cave_air", "stone",
                                                  "powder_snow", "seagrass"])
        settings["default_fluid"] = r.choice(["water", "water", "lava", "air", "stone", "cave_air",
                                              {"id": "water", "properties": {"level": "7"}}])
        settings["sea_level"] = r.choice([settings["sea_level"], middle, middle, middle + 11, -54, -60,
                                          2147483647, -2147483648, noise["min_y"], 0])
        ground = {"type": "gradient", "axis": "y", "from_coordinate": middle - 24,
                  "to_coordinate": middle + 24, "from_value": 1.0, "to_value": -1.0}
        kind = r.random()
        if kind < 0.2:
            router["final_density"] = self.function(1)
        elif kind < 0.7:
            router["final_density"] = {"type": "add", "left": ground, "right": {
                "type": "clamp", "input": self.function(2), "min": -0.8, "max": 0.8}}
        if r.random() < 0.5:
            router["chunk_surface_level"] = r.choice([self.function(1), {
                "type": "add", "left": float(middle), "right": self.function(1)}])
        for name in ("temperature", "vegetation", "continents", "erosion", "depth", "ridges"):
            if r.random() < 0.2:
                router[name] = self.function(0)
        if r.random() < 0.7:
            f = self.point_function
            settings["aquifers"] = {
                "barrier": r.choice([0, f()]),
                "fluid_level_floodedness": r.choice([0.9, 0.5, f(), f()]),
                "fluid_level_spread": r.choice([0.2, f()]), "lava": r.choice([0, 1, f()]),
                "exclusion": r.choice([-1, -1, f()]),
                "surface_level": r.choice([float(middle), f(), {
                    "type": "add", "left": float(middle), "right": f()}])}
        if r.random() < 0.5:
            vein = {"type": "ore_vein", "ore_block": "tuff", "raw_ore_block": "sand",
                    "filler_block": "granite", "raw_ore_chance": r.choice([0.0, 0.3]),
                    "density": self.function(1), "richness": r.choice([1.0, self.function(1)]),
                    "filler_gap": r.choice([1.0, self.point_function()])}
            settings["material_rule"] = {"type": "sequence",
                                         "sequence": [vein, settings["material_rule"]]}
        top, bottom = noise["min_y"] + noise["height"], noise["min_y"]
        return r.choice([level, (bottom - 48, noise["height"] + 96), (bottom + 16, 16),
                         (bottom, noise["height"] + 32), (top - 16, 32)])

    def source(self):
        if self.rng.random() > 0.15:
            return super().source()
        for biome in ("the_end", "end_highlands", "end_midlands", "small_end_islands", "end_barrens"):
            self.files[f"data/minecraft/worldgen/biome/{biome}.json"] = {
                "has_precipitation": False, "temperature": 0.5, "downfall": 0.5, "carvers": []}
        return {"type": "the_end"}


def place(rng):
    """A rectangle of chunks: x0, z0, x1, z1."""
    kind = rng.random()
    if kind < 0.85:
        width, depth = rng.choice([(2, 2), (3, 2), (2, 3), (3, 3), (1, 4), (5, 1), (1, 1)])
    else:
        width, depth = rng.choice([(9, 8), (5, 14), (66, 1), (1, 67)])  # more than one batch has
    at = lambda: rng.choice([-1, -1, 0, -width, rng.randint(-30, 30), rng.randint(-200000, 200000),
                             rng.choice([FAR, -FAR]) - rng.randint(0, 9)])
    x, z = at(), at()
    return x, z, min(x + width - 1, 1874999), min(z + depth - 1, 1874999)


def write_pack(folder, seed):
    random_rules.write_pack(folder, 1, seed, BatchDimension)


def generate(terrane, engine, seed, folder, area, threads, out, environment):
    command = [terrane, "generate", "--engine", engine, "--seed", str(seed), "--pack", BASE, "--pack",
               folder, "--dimension", "fuzz:d000", f"--chunks={','.join(map(str, area))}",
               "--threads", str(threads), "--json", "-o", out]
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    return command, result


def compare(terrane, seed, folder, scratch, environment):
    """What differs, or None; and whether all was made in batches."""
    rng = random.Random(f"{seed}/place")
    area, threads = place(rng), rng.choice([1, 2, 3])
    outs = [os.path.join(scratch, engine) for engine in ("cpp", "cuda-host")]
    for out in outs:
        if os.path.exists(out):
            os.remove(out)
    (_, one), (command, many) = [
        generate(terrane, os.path.basename(out), seed, folder, area, threads, out, environment)
        for out in outs]
    what = None
    if one.returncode not in (0, 2) or many.returncode != one.returncode:
        what = f"exit codes {one.returncode} and {many.returncode}: {many.stdout[:600]}" \
               f"{many.stderr[:600]}"
    elif one.returncode == 2 and one.stdout != many.stdout:
        what = f"other errors: {one.stdout[:600]}{many.stdout[:600]}"
    elif one.returncode == 0 and not filecmp.cmp(*outs, shallow=False):
        what = "other chunks"
    if what:
        return f"{what}\n  {' '.join(command)}", "failed"
    if one.returncode == 2:
        return None, "refused"
    times = json.loads(many.stdout)["stageSeconds"]
    # No time is taken for what a batch has made.
    return None, "whole" if times["biomes"] == 0 and times["materials"] == 0 else "part"


def run(terrane, count, first, seconds=None):
    counts = dict.fromkeys(("whole", "part", "refused", "failed"), 0)
    end = time.monotonic() + seconds if seconds else None
    scratch = tempfile.mkdtemp(prefix="batches-")
    environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(scratch, "cache"))
    for seed in range(first, first + count):
        if end and time.monotonic() > end:
            break
        folder = tempfile.mkdtemp(prefix=f"batch-{seed}-")
        write_pack(folder, seed)
        what, how = compare(terrane, seed, folder, scratch, environment)
        counts[how] += 1
        if what:
            print(f"{folder}: {what}", flush=True)
        else:
            shutil.rmtree(folder)
    shutil.rmtree(scratch)
    same = counts["whole"] + counts["part"]
    print(f"{same} packs the same, {counts['whole']} made in batches as a whole, "
          f"{counts['refused']} that the tool refuses, {counts['failed']} failed, seeds from {first}")
    return 1 if counts["failed"] or not counts["whole"] else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1], *map(int, sys.argv[2:4]), *map(float, sys.argv[4:5])))
