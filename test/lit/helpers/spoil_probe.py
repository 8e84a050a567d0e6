"""spoil_probe.py IN WRONG EMPTY: one function of a probe file with one wrong value, and none."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as text:
    data = json.load(text)
name = "probe:trap/abs_const"
function = data["functions"][name]
function["points"][0][3] = "deadbeef"
with open(sys.argv[2], "w", encoding="utf-8") as text:
    json.dump(dict(data, functions={name: function}), text)
with open(sys.argv[3], "w", encoding="utf-8") as text:
    json.dump(dict(data, functions={}), text)
