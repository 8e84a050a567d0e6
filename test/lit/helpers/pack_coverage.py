"""pack_coverage.py ROOT PACK: that a pack uses every type that the readers under ROOT know.

Types count where noise settings reach them through what is compiled (router, aquifers, material
rule, and the functions and noises that these name): not in files that nothing names, and not in
debug functions. The lists come from the readers' own tables, so a type that is added there must
come into the pack. Prints one line per list; exit code 1 if something is missing.
"""

import json
import os
import re
import sys


def table(text, pattern, head, least):
    """The names in the initializer that follows `head`; `least`: how many there were once."""
    start = text.index(head)
    names = set(re.findall(pattern, text[start:text.index(";", start)]))
    if len(names) < least:
        sys.exit(f"pack_coverage.py: only {len(names)} names behind '{head}', once {least}")
    return names


def known(root):
    def read(name):
        with open(os.path.join(root, "compiler", "import", name), encoding="utf-8") as text:
            return text.read()

    functions, rules = read("function_reader.cpp"), read("rule_reader.cpp")
    row, word = r'\{"(\w+)",\s*&', r'"(\w+)"'
    return {
        "density function types": table(functions, row, "Handler> table = {", 44),
        "rule types": table(rules, row, "ruleHandlers() {", 5),
        "condition types": table(rules, row, "conditionHandlers() {", 11),
        "anchors": table(rules, word, "StringRef keys[] = {", 4),
        "surfaces": table(rules, word, "surfaceNames[] = {", 2),
        "biome source types": table(read("biome_source.cpp"), word, '{"fixed",', 4),
        "carver types": table(read("carver.cpp"), word, '{"cave",', 2),
        "biome set forms": {"id", "list", "tag"},
        "places of rules": {"file", "inline"},
    }


def plain(name):
    return name.split(":")[-1]


def full(name):
    return name if ":" in name else "minecraft:" + name


class Pack:
    def __init__(self, folder):
        self.files, self.used, self.reached = {}, {}, set()
        for place, _, names in os.walk(os.path.join(folder, "data")):
            for name in names:
                path = os.path.relpath(os.path.join(place, name), os.path.join(folder, "data"))
                space, kind, rest = re.fullmatch(
                    r"([^/]+)/(worldgen/\w+|dimension_type|dimension|tags/.+?(?=/))/(.+)\.json",
                    path).groups()
                with open(os.path.join(place, name), encoding="utf-8") as text:
                    self.files[kind, f"{space}:{rest}"] = json.load(text)

    def use(self, what, name):
        self.used.setdefault(what, set()).add(plain(name))

    def of(self, kind):
        return {i: v for (k, i), v in self.files.items() if k == kind}

    def element(self, kind, value, read):
        """Reads `value`, an id or an inline element; a file only once."""
        if not isinstance(value, str):
            return read(value)
        key = "worldgen/" + kind, full(value)
        if key not in self.reached:
            self.reached.add(key)
            read(self.files[key])

    def function(self, value):
        def read(v):
            if not isinstance(v, dict):
                return
            self.use("density function types", v["type"])
            for key, field in v.items():
                if key == "noise":
                    self.reached.add(("worldgen/noise", full(field)))
                elif key == "spline":
                    self.spline(field)
                elif key == "functions":
                    for one in field:
                        self.function(one)
                elif key not in ("type", "axis", "tiling", "metric", "point", "thresholds"):
                    self.function(field)

        self.element("density_function", value, read)

    def spline(self, value):
        if isinstance(value, dict):
            self.function(value["coordinate"])
            for point in value["points"]:
                self.spline(point["value"])

    def rule(self, value):
        def read(v):
            self.use("rule types", v["type"])
            for one in v.get("sequence", []):
                self.rule(one)
            if "then_run" in v:
                self.condition(v["if_true"])
                self.rule(v["then_run"])
            for key in ("density", "richness", "filler_gap"):
                if key in v:
                    self.function(v[key])

        self.element("material_rule", value, read)

    def condition(self, value):
        def read(v):
            self.use("condition types", v["type"])
            if "invert" in v:
                self.condition(v["invert"])
            if "noise" in v:
                self.reached.add(("worldgen/noise", full(v["noise"])))
            for key in ("anchor", "true_at_and_below", "false_at_and_above"):
                for name in v.get(key, {}):
                    self.use("anchors", name)
            if "surface_type" in v:
                self.use("surfaces", v["surface_type"])
            if "biome_is" in v:
                biomes = v["biome_is"]
                self.use("biome set forms", "list" if isinstance(biomes, list) else
                         "tag" if biomes.startswith("#") else "id")

        self.element("material_condition", value, read)

    def everything(self):
        for dimension in self.of("dimension").values():
            generator = dimension["generator"]
            self.use("biome source types", generator["biome_source"]["type"])
            settings = self.of("worldgen/noise_settings")[full(generator["settings"])]
            rule = settings["material_rule"]
            self.use("places of rules", "file" if isinstance(rule, str) else "inline")
            self.rule(rule)
            for group in ("noise_router", "aquifers"):
                for function in settings.get(group, {}).values():
                    self.function(function)
        carvers = self.of("worldgen/carver")
        for biome in self.of("worldgen/biome").values():
            named = biome["carvers"]
            for name in [named] if isinstance(named, str) else named:
                self.use("carver types", carvers[full(name)]["type"])


# What the terrain step asks for by name (spec 30, section 3): nothing in the pack has to.
NAMED = {"minecraft:" + name for name in (
    "clay_bands_offset", "surface", "surface_secondary", "badlands_pillar", "badlands_pillar_roof",
    "badlands_surface", "iceberg_pillar", "iceberg_pillar_roof", "iceberg_surface")}


def main(root, folder):
    pack, failed = Pack(folder), False
    pack.everything()
    for what, names in known(root).items():
        missing = sorted(names - pack.used.get(what, set()))
        print(f"{what}: {len(names) - len(missing)} of {len(names)}" +
              (f", without {', '.join(missing)}" if missing else ""))
        failed |= bool(missing)
    for kind in ("noise", "density_function", "material_rule", "material_condition"):
        idle = [i for i in pack.of("worldgen/" + kind)
                if ("worldgen/" + kind, i) not in pack.reached and i not in NAMED]
        if idle:
            print(f"{kind} files that nothing names: {', '.join(sorted(idle))}")
            failed = True
    lacking = sorted(NAMED - set(pack.of("worldgen/noise")))
    if lacking:
        print(f"noises that the terrain step asks for: without {', '.join(lacking)}")
    return failed or bool(lacking)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
