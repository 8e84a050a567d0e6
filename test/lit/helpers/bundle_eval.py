"""bundle_eval.py BUNDLE SETTINGS ENTRY SEED [--at X,Y,Z]... | --volume SX,SY,SZ --min X,Y,Z

What `terrane eval` prints (the rows of points, or the last line of a volume), but by libterrane_rt
through its C interface. A refusal is printed as `refused: MESSAGE` with exit code 4.
"""

import argparse
import ctypes
import hashlib
import os
import shutil
import struct
import sys

parser = argparse.ArgumentParser()
for name in ("bundle", "settings", "entry", "seed"):
    parser.add_argument(name)
parser.add_argument("--at", action="append", default=[])
parser.add_argument("--volume")
parser.add_argument("--min", default="0,0,0")
options = parser.parse_args()

build = os.path.dirname(os.path.dirname(shutil.which("terrane")))
rt = ctypes.CDLL(os.path.join(build, "lib", "libterrane_rt.so"))


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 1020)]


error = Error()


def create(function, *arguments):
    made = ctypes.c_void_p()
    if getattr(rt, function)(*arguments, ctypes.byref(made), ctypes.byref(error)) != 0:
        print("refused:", error.message.decode())
        sys.exit(4)
    return made


def triple(text):
    return [int(number) for number in text.split(",")]


def normal(value):
    """The bits, with the one NaN of the reference vectors."""
    return 0x7FC00000 if value != value else struct.unpack("<I", struct.pack("<f", value))[0]


bundle = create("terrane_bundle_open", options.bundle.encode())
generator = rt.terrane_bundle_find(bundle, options.settings.encode())
entry = rt.terrane_bundle_find_entry(bundle, generator, options.entry.encode())
world = create("terrane_world_create", bundle, generator, ctypes.c_int64(int(options.seed)))
context = create("terrane_context_create", world, 1, None)
if options.volume:
    size = triple(options.volume)
    count = size[0] * size[1] * size[2]
    volume = (ctypes.c_int32 * 9)(*size, *triple(options.min), 1, 1, 1)
    values = (ctypes.c_float * count)()
    assert rt.terrane_evaluate_volume(context, entry, volume, values, ctypes.c_size_t(count),
                                      ctypes.byref(error)) == 0, error.message
    digest = hashlib.sha256(b"".join(struct.pack("<I", normal(v)) for v in values))
    print(f"{count} values, sha256 {digest.hexdigest()}")
for at in options.at:
    value = ctypes.c_float()
    x, y, z = triple(at)
    assert rt.terrane_evaluate_point(context, entry, x, y, z, ctypes.byref(value),
                                     ctypes.byref(error)) == 0, error.message
    print(f"{x} {y} {z}  {value.value:.9g}  {normal(value.value):08x}")
