#!/usr/bin/env python3
"""Writes a pack of random density functions over all 44 types.

    random_pack.py FOLDER COUNT SEED

engines.py compares the engines on them, and makes what differs smaller.

Functions refer to earlier ones, share sub-graphs, hold caches (also equal ones), and contain the
traps that tell engines apart: signed zeros, infinities, NaN, odd cell sizes, unsorted splines. The
same arguments write the same pack. Noises come from test/packs/probe, loaded before it.

Functions are bounded, so that thousands can be compared in minutes: a search for the top surface
over a million blocks, or three of them in each other, would take the time of all the rest. `Cost`
says how; a function beyond the limits is drawn anew.
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

MIN_NODES = 3
MAX_NODES = 90         # of a function with all it refers to
MAX_POINT_COST = 3000  # leaves that one point can take
SEARCH_TOP = 60        # find_top_surface starts there at most, but for what is drawn as far out


class Cost:
    """What a function is made of: distinct nodes with those of the functions it refers to, and how
    many leaves one point evaluates at worst, without caches."""

    def __init__(self):
        self.files = {}  # of the named ones: nodes, names below, leaves

    def measure(self, function):
        """Nodes of its own, the names it reaches, leaves."""
        if isinstance(function, str):
            nodes, below, leaves = self.files[function]
            return 0, {function} | below, leaves
        if isinstance(function, list):
            parts = [self.measure(part) for part in function]
        elif isinstance(function, dict):
            parts = [self.measure(value) for key, value in function.items()
                     if key not in ("type", "noise", "axis", "metric", "tiling", "point")]
        else:
            return 0, set(), 0
        nodes = sum(part[0] for part in parts)
        names = set().union(*(part[1] for part in parts))
        leaves = sum(part[2] for part in parts)
        kind = function.get("type", "") if isinstance(function, dict) else ""
        if kind:
            nodes, leaves = nodes + 1, max(leaves, 1)
        if kind == "interpolated":
            leaves *= 8
        if kind == "find_top_surface":
            top = function["upper_bound"]
            top = top["max"] if isinstance(top, dict) else top
            blocks = max(0, top - function["lower_bound"]) // function["cell_height"] + 1
            leaves = self.measure(function["density"])[2] * blocks + leaves
        return nodes, names, leaves

    def fits(self, function):
        nodes, names, leaves = self.measure(function)
        nodes += sum(self.files[name][0] for name in names)
        return MIN_NODES <= nodes <= MAX_NODES and leaves <= MAX_POINT_COST

    def add(self, name, function):
        self.files[name] = self.measure(function)


class Pack:
    def __init__(self, rng):
        self.rng = rng
        self.names = []
        self.cost = Cost()

    def bounded(self):
        """A function within the limits; caches and references alone do not count as one."""
        while True:
            function = self.function(self.rng.randint(2, 5))
            if isinstance(function, str):
                function = {"type": "cache", "input": function}
            if isinstance(function, (int, float)):
                function = {"type": "constant", "value": function}
            if self.cost.fits(function):
                return function

    def search_top(self, depth):
        """An upper bound that the cost can tell: a constant, or anything clamped."""
        r = self.rng
        if r.random() < 0.3:
            return r.choice([0.0, -0.0, 7.0, 12.5, -30.0, float(SEARCH_TOP)])
        return {"type": "clamp", "input": self.function(depth - 1),
                "min": r.choice([-40.0, 0.0, 3.5]), "max": r.choice([4.0, 25.0, float(SEARCH_TOP)])}

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
        return {"type": kind, "density": sub(), "upper_bound": self.search_top(depth),
                "lower_bound": r.randint(-20, 0), "cell_height": r.choice([1, 3, 8])}


def write(folder, count, seed):
    """The pack; returns the names of its functions."""
    pack = Pack(random.Random(seed))
    base = os.path.join(folder, "data", "fuzz", "worldgen", "density_function")
    os.makedirs(base, exist_ok=True)
    with open(os.path.join(folder, "pack.mcmeta"), "w") as out:
        json.dump({"pack": {"description": f"random functions, seed {seed}", "min_format": 121,
                            "max_format": 121}}, out)
    names = []
    for i in range(count):
        function = pack.bounded()
        name = f"f{i:04}"
        with open(os.path.join(base, name + ".json"), "w") as out:
            json.dump(function, out, indent=1)
        names.append("fuzz:" + name)
        pack.cost.add(names[-1], function)
        pack.names = names[-12:]  # recent ones, so that graphs stay small
    return names


def main():
    folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    write(folder, count, seed)
    print(f"{count} functions, seed {seed}")


if __name__ == "__main__":
    main()
