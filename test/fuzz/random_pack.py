#!/usr/bin/env python3
"""Writes a pack of random density functions over all 44 types.

    random_pack.py FOLDER COUNT SEED

Functions refer to earlier ones, share sub-graphs, hold caches (also equal ones), and contain the
traps that tell engines apart: signed zeros, infinities, NaN, odd cell sizes, unsorted splines. The
same arguments write the same pack. Noises come from test/packs/probe, loaded before it.
"""

import json
import os
import random
import sys

UNARY = ("abs square cube sqrt half_negative quarter_negative reciprocal negate squeeze log sign "
         "cache cache cache blend_density").split()
ROUNDING = "floor round ceil truncate".split()
BINARY = "add sub mul div min max add mul min max".split()
NOISES = ["probe:" + n for n in "gaps high single tiny two wide".split()]
CONSTANTS = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -0.25, 1e-30, 1000000.0, 0.1, -7.3]


class Pack:
    def __init__(self, rng):
        self.rng = rng
        self.names = []

    def constant(self):
        r = self.rng
        return r.choice(CONSTANTS) if r.random() < 0.6 else round(r.uniform(-4, 4), r.randint(1, 8))

    def spline(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.3:
            return round(r.uniform(-2, 2), 3)
        locations = [round(r.uniform(-2, 2), 2) for _ in range(r.randint(1, 4))]
        if r.random() < 0.8:
            locations.sort()
        return {"coordinate": self.function(depth - 1),
                "points": [{"location": l, "value": self.spline(depth - 1),
                            "derivative": r.choice([0.0, round(r.uniform(-1, 1), 2)])}
                           for l in locations]}

    def leaf(self):
        r = self.rng
        kind = r.choice(["constant", "noise", "noise", "gradient", "gradient", "shift_a", "shift_b",
                         "shift", "distance_to_point", "old_blended_noise", "end_outer_islands",
                         "blend_alpha", "blend_offset", "beardifier", "number", "ref", "ref"])
        if kind == "number":
            return self.constant()
        if kind == "ref":
            return r.choice(self.names) if self.names else self.constant()
        f = {"type": "minecraft:" + kind}
        if kind == "constant":
            f["value"] = self.constant()
        elif kind in ("shift_a", "shift_b", "shift"):
            f["noise"] = r.choice(NOISES)
        elif kind == "noise":
            f.update(noise=r.choice(NOISES), xz_scale=r.choice([0.0, 0.25, 1.0, 0.7, 1.7, -1.0, 40.0]),
                     y_scale=r.choice([0.0, 1.0, 0.3, 8.0]))
            for axis in "xyz":
                if r.random() < 0.2:
                    f["shift_" + axis] = r.choice([0.0, -0.0, 1.5]) if r.random() < 0.5 else self.leaf()
        elif kind == "gradient":
            a = r.randint(-30, 30)
            f.update(axis=r.choice("xyz"), from_coordinate=a,
                     to_coordinate=a + r.choice([-17, -1, 1, 5, 64]),
                     from_value=self.constant(), to_value=self.constant(),
                     tiling=r.choice(["clamp_to_edge", "repeat", "mirrored_repeat"]))
        elif kind == "distance_to_point":
            f.update(point=[r.randint(-40, 40) for _ in range(3)],
                     metric=r.choice(["euclidean", "euclidean_squared", "manhattan", "chebyshev"]))
        elif kind == "old_blended_noise":
            f.update(xz_scale=r.choice([0.25, 1.0]), y_scale=r.choice([0.125, 1.0]), xz_factor=80.0,
                     y_factor=r.choice([160.0, 60.0]), smear_scale_multiplier=r.choice([1.0, 8.0]))
        return f

    def function(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.12:
            return self.leaf()
        kind = r.choice(["unary"] * 4 + ["binary"] * 5 + ["rounding", "pow", "lerp", "lerp", "clamp",
                        "range_choice", "range_choice", "interval_select", "spline", "interpolated",
                        "slice", "find_top_surface"])
        sub = lambda: self.function(depth - 1)
        if kind == "unary":
            return {"type": r.choice(UNARY), "input": sub()}
        if kind == "binary":
            return {"type": r.choice(BINARY), "left": sub(), "right": sub()}
        if kind == "rounding":
            f = {"type": r.choice(ROUNDING), "input": sub()}
            if r.random() < 0.6:
                f["multiple"] = sub()
            return f
        if kind == "pow":
            e = r.choice([0.5, 1.0, 2.0, 3.0, -0.5, -2.0, 1.7, 0.0]) if r.random() < 0.5 else sub()
            return {"type": kind, "base": sub(), "exponent": e}
        if kind == "lerp":
            return {"type": kind, "alpha": sub(), "first": sub(), "second": sub()}
        if kind == "clamp":
            a, b = sorted([round(r.uniform(-2, 2), 2), round(r.uniform(-2, 2), 2)])
            return {"type": kind, "input": sub(), "min": a, "max": b}
        if kind == "range_choice":
            return {"type": kind, "input": sub(), "min_inclusive": self.constant(),
                    "max_exclusive": self.constant(), "when_in_range": sub(),
                    "when_out_of_range": sub()}
        if kind == "interval_select":
            n = r.randint(2, 4)
            return {"type": kind, "input": sub(),
                    "thresholds": sorted(round(r.uniform(-2, 2), 2) for _ in range(n - 1)),
                    "functions": [sub() for _ in range(n)]}
        if kind == "spline":
            return {"type": kind, "spline": self.spline(depth)}
        if kind == "interpolated":
            return {"type": kind, "input": sub(), "cell_size_xz": r.choice([1, 2, 3, 4, 5]),
                    "cell_size_y": r.choice([1, 2, 4, 5, 8])}
        if kind == "slice":
            return {"type": kind, "axis": r.choice("xyz"), "coordinate": r.randint(-9, 9),
                    "input": sub()}
        return {"type": kind, "density": sub(), "upper_bound": sub(),
                "lower_bound": r.randint(-20, 0), "cell_height": r.choice([1, 3, 8])}


def main():
    folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    pack = Pack(random.Random(seed))
    base = os.path.join(folder, "data", "fuzz", "worldgen", "density_function")
    os.makedirs(base, exist_ok=True)
    with open(os.path.join(folder, "pack.mcmeta"), "w") as out:
        json.dump({"pack": {"description": f"random functions, seed {seed}", "min_format": 121,
                            "max_format": 121}}, out)
    for i in range(count):
        function = pack.function(pack.rng.randint(2, 5))
        if isinstance(function, str):
            function = {"type": "cache", "input": function}
        name = f"f{i:04}"
        with open(os.path.join(base, name + ".json"), "w") as out:
            json.dump(function, out, indent=1)
        pack.names.append("fuzz:" + name)
        pack.names = pack.names[-12:]  # recent ones, so that graphs stay small
    print(f"{count} functions, seed {seed}")


if __name__ == "__main__":
    main()
