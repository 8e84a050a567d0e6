"""read_map.py: reads the pictures of terrane map, and compares them with a raw dump.

    read_map.py info PNG                       size and number of colours
    read_map.py pixel PNG X Y                  the colour of a pixel, as rrggbb
    read_map.py section PNG DUMP x=N|z=N KIND  a section of blocks or biomes: whatever has one name
                                               has one colour, and the colours differ
    read_map.py above PNG DUMP KIND            the same from above: biomes, or heights
"""

import struct
import sys
import zlib

sys.dont_write_bytecode = True  # the source tree stays as it is

from read_dump import Dump  # noqa: E402  pylint: disable=wrong-import-position


class Picture:
    """An 8-bit RGB picture, decoded."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        assert data[:8] == b"\x89PNG\r\n\x1a\n", "the file is no PNG"
        at, packed, end = 8, b"", False
        while at < len(data):
            size, kind = struct.unpack_from(">I4s", data, at)
            body = data[at + 8:at + 8 + size]
            check, = struct.unpack_from(">I", data, at + 8 + size)
            assert check == zlib.crc32(kind + body), "a checksum is wrong"
            if kind == b"IHDR":
                self.width, self.height, *form = struct.unpack(">IIBBBBB", body)
                assert form == [8, 2, 0, 0, 0], f"another kind of PNG: {form}"
            packed += body if kind == b"IDAT" else b""
            end = kind == b"IEND"
            at += 12 + size
        assert end, "the file is cut off"
        self.rows = self.unfilter(zlib.decompress(packed))

    def unfilter(self, raw):
        stride, before, rows = self.width * 3, bytearray(self.width * 3), []
        assert len(raw) == self.height * (stride + 1)
        for y in range(self.height):
            kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:][:stride])
            for i in range(stride):
                left, up = (row[i - 3] if i >= 3 else 0), before[i]
                corner = before[i - 3] if i >= 3 else 0
                if kind == 4:
                    guess = min((left, up, corner), key=lambda c: abs(left + up - corner - c))
                else:
                    guess = (0, left, up, (left + up) // 2)[kind]
                row[i] = (row[i] + guess) & 255
            rows.append(row)
            before = row
        return rows

    def at(self, x, y):
        return bytes(self.rows[y][3 * x:3 * x + 3]).hex()


class Dimensions:
    """The blocks of a dump by their place in the world."""

    def __init__(self, path):
        self.dump = Dump(path)

    def name(self, kind, x, y, z):
        dump = self.dump
        chunk = dump.chunks[x >> 4, z >> 4]
        if kind == "blocks":
            index = y - dump.min_y + dump.height * ((x & 15) + 16 * (z & 15))
            return dump.states[chunk.blocks[index]].split("[")[0]
        quarts = dump.height // 4
        index = (y - dump.min_y) // 4 + quarts * ((x >> 2 & 3) + 4 * (z >> 2 & 3))
        return dump.biomes[chunk.biomes[index]]


def compare(pairs, least):
    colors = {}
    for key, color in pairs:
        assert colors.setdefault(key, color) == color, f"{key} has two colours"
    assert len(colors) >= least and len(set(colors.values())) >= least, f"too few: {colors}"
    print(f"{len(colors)} values, {len(set(colors.values()))} colours")


def section(path, dump_path, plane, kind):
    picture, blocks = Picture(path), Dimensions(dump_path)
    dump, at = blocks.dump, int(plane[2:])
    low, high = (dump.z0, dump.z1) if plane[0] == "x" else (dump.x0, dump.x1)
    assert (picture.width, picture.height) == ((high - low + 1) * 16, dump.height), "size"

    def pairs():
        for column in range(picture.width):
            along = low * 16 + column
            x, z = (at, along) if plane[0] == "x" else (along, at)
            for row in range(picture.height):
                y = dump.min_y + dump.height - 1 - row
                yield blocks.name(kind, x, y, z), picture.at(column, row)

    compare(pairs(), 3 if kind == "blocks" else 2)


def above(path, dump_path, kind):
    picture, blocks = Picture(path), Dimensions(dump_path)
    dump = blocks.dump
    size = ((dump.x1 - dump.x0 + 1) * 16, (dump.z1 - dump.z0 + 1) * 16)
    assert (picture.width, picture.height) == size, "size"

    def pairs():
        for row in range(picture.height):
            for column in range(picture.width):
                x, z = dump.x0 * 16 + column, dump.z0 * 16 + row
                chunk, index = dump.chunks[x >> 4, z >> 4], (x & 15) + 16 * (z & 15)
                if kind == "heights":
                    yield chunk.ocean_floor[index], picture.at(column, row)
                else:
                    y = max(chunk.world_surface[index] - 1, dump.min_y)
                    yield blocks.name("biomes", x, y, z), picture.at(column, row)

    compare(pairs(), 10 if kind == "heights" else 2)


def info(path):
    picture = Picture(path)
    colors = {picture.at(x, y) for y in range(picture.height) for x in range(picture.width)}
    print(f"{picture.width} x {picture.height}, {len(colors)} colours")


def main():
    command, *arguments = sys.argv[1:]
    if command == "pixel":
        print(Picture(arguments[0]).at(int(arguments[1]), int(arguments[2])))
    else:
        {"info": info, "section": section, "above": above}[command](*arguments)


if __name__ == "__main__":
    main()
