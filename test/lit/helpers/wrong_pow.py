#!/usr/bin/env python3
"""wrong_pow.py verify engines ... --pack PACK NAME...    in the place of terrane: says that the
                                            engines differ where a power stands below a lerp
wrong_pow.py --show FOLDER                 the packs in a folder, and their functions' nodes
"""

import json
import os
import sys


def load(pack, name):
    path = os.path.join(pack, "data", "fuzz", "worldgen", "density_function",
                        name.split(":")[1] + ".json")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def wrong(pack, value, below_lerp=False):
    if isinstance(value, str):
        return value.startswith("fuzz:") and wrong(pack, load(pack, value), below_lerp)
    if isinstance(value, list):
        return any(wrong(pack, part, below_lerp) for part in value)
    if not isinstance(value, dict):
        return False
    kind = str(value.get("type")).replace("minecraft:", "")
    if kind == "pow" and below_lerp:
        return True
    return any(wrong(pack, part, below_lerp or kind == "lerp") for part in value.values())


def nodes(value):
    if isinstance(value, dict):
        own = value.get("type") not in (None, "constant", "minecraft:constant")
        return own + sum(nodes(part) for part in value.values())
    return sum(nodes(part) for part in value) if isinstance(value, list) else 0


def show(folder):
    most = 0
    packs = sorted(os.listdir(folder))
    for pack in packs:
        count = 0
        for path, _, files in os.walk(os.path.join(folder, pack, "data")):
            for file in files:
                with open(os.path.join(path, file), encoding="utf-8") as text:
                    count += nodes(json.load(text))
        most = max(most, count)
    print(f"{len(packs)} packs, at most {most} nodes")


def main():
    if sys.argv[1] == "--show":
        return show(sys.argv[2])
    pack = sys.argv[len(sys.argv) - sys.argv[::-1].index("--pack")]
    names = [word for word in sys.argv if word.startswith("fuzz:")]
    bad = [name for name in names if wrong(pack, name)]
    for name in bad:
        print(f"mismatch: {name} step 0: it has a power", file=sys.stderr)
    print(f"compared {len(names)} functions, 0 refused")
    print(f"verified {len(names)} values, {len(bad)} mismatches")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
