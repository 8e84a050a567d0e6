"""big_pack.py SHAPE NODES FOLDER: writes a pack whose function `big:root` has that many nodes.

  deep       one chain of unary and binary nodes, 400 levels to a file, each file referring to the next
  wide       a graph in which every file uses two earlier ones twice: a tree of it would be 2^files
  flat       one file, a list of functions side by side
  files      a chain of files of one node each
"""

import json
import os
import sys

shape, nodes, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
functions = os.path.join(folder, "data", "big", "worldgen", "density_function")
noises = os.path.join(folder, "data", "big", "worldgen", "noise")
os.makedirs(functions, exist_ok=True)
os.makedirs(noises, exist_ok=True)
KINDS = ["abs", "square", "squeeze", "half_negative"]


def write(name, function):
    with open(os.path.join(functions, name + ".json"), "w", encoding="utf-8") as out:
        out.write(function)


with open(os.path.join(noises, "n.json"), "w", encoding="utf-8") as noise:
    noise.write('{"base_octave": -3}')
LEAF = '{"type": "noise", "noise": "big:n", "xz_scale": 1, "y_scale": 1}'


def deep():
    # Two nodes a level: the operator and its constant.
    levels, per_file, written = nodes // 2, 400, 0
    below = LEAF
    file = 0
    while written < levels:
        count = min(per_file, levels - written)
        opening = "".join('{"type": "%s", "left": %d, "right": ' %
                          (("add", "mul", "max", "sub")[i % 4], i % 7) for i in range(count))
        written += count
        name = "root" if written >= levels else f"part{file}"
        write(name, opening + below + "}" * count)
        below = f'"big:{name}"'
        file += 1


def wide():
    write("f0", LEAF)
    write("f1", '{"type": "abs", "input": "big:f0"}')
    count = nodes // 3
    for i in range(2, count):
        name = "root" if i == count - 1 else f"f{i}"
        write(name, json.dumps({"type": "min", "left": {"type": "add", "left": f"big:f{i - 1}",
                                                        "right": f"big:f{i - 2}"},
                                "right": {"type": "mul", "left": f"big:f{i - 1}",
                                          "right": f"big:f{i - 2}"}}))


def flat():
    items = [f'{{"type": "{KINDS[i % 4]}", "input": {{"type": "add", "left": {i % 9}, '
             '"right": {"type": "beardifier"}}}' for i in range(nodes // 4)]
    thresholds = ", ".join(str(i) for i in range(len(items) - 1))
    write("root", '{"type": "interval_select", "input": 0, "thresholds": [' + thresholds +
          '], "functions": [\n' + ",\n".join(items) + "]}")


def files():
    write("f0", LEAF)
    for i in range(1, nodes):
        name = "root" if i == nodes - 1 else f"f{i}"
        write(name, f'{{"type": "{KINDS[i % 4]}", "input": "big:f{i - 1}"}}')


{"deep": deep, "wide": wide, "flat": flat, "files": files}[shape]()
