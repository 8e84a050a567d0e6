"""read_dump.py: reads the raw dumps of terrane generate (docs/formats.md) without terrane's help.

    read_dump.py info FILE                    what the header says, and the chunks
    read_dump.py contains BIG SMALL           every chunk of SMALL is in BIG, and the same there
    read_dump.py vectors FILE VECTORS COUNT   compares with reference vectors of chunks: exactly
                                              COUNT of them must be in the dump

Whatever does not add up is an error: sizes, indices, the order of the chunks, a cut-off file.
"""

import array
import hashlib
import json
import struct
import sys


class Reader:
    """Little-endian values one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        size = struct.calcsize("<" + form)
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += size
        return values

    def u32(self):
        return self.take("I")[0]

    def text(self):
        size = self.u32()
        raw = self.data[self.at:self.at + size]
        assert len(raw) == size, "a text is cut off"
        self.at += size
        return raw.decode("utf-8")

    def u16s(self, count):
        values = array.array("H")
        values.frombytes(self.data[self.at:self.at + 2 * count])
        assert len(values) == count, "a chunk is cut off"
        if sys.byteorder == "big":
            values.byteswap()
        self.at += 2 * count
        return values


class Chunk:
    """One chunk of a dump."""

    def __init__(self, reader, dump):
        begin = reader.at
        self.x, self.z, num_marks = reader.take("iiI")
        self.world_surface = reader.take("256i")
        self.ocean_floor = reader.take("256i")
        self.blocks = reader.u16s(256 * dump.height)
        self.biomes = reader.u16s(16 * (dump.height // 4))
        self.marks = reader.take(f"{num_marks}I")
        self.bytes = reader.data[begin:reader.at]
        assert max(self.blocks) < len(dump.states), "a block is not in the palette"
        assert max(self.biomes) < len(dump.biomes), "a biome is not in the palette"
        assert all(mark >> 12 < dump.height // 16 for mark in self.marks)


class Dump:
    """A whole dump."""

    def __init__(self, path):
        with open(path, "rb") as file:
            reader = Reader(file.read())
        assert reader.data[:8] == b"TERRDUMP", "the file is no dump"
        reader.at = 8
        self.version, header_size = reader.take("II")
        assert self.version == 1, f"version {self.version}"
        self.seed, self.min_y, self.height, *corners = reader.take("qiiiiii")
        self.x0, self.z0, self.x1, self.z1 = corners
        self.settings, self.dimension = reader.text(), reader.text()
        self.states = [reader.text() for _ in range(reader.u32())]
        self.biomes = [reader.text() for _ in range(reader.u32())]
        assert header_size % 8 == 0 and 0 <= header_size - reader.at < 8, "size of the header"
        reader.at = header_size
        self.chunks = {}
        for z in range(self.z0, self.z1 + 1):
            for x in range(self.x0, self.x1 + 1):
                chunk = Chunk(reader, self)
                assert (chunk.x, chunk.z) == (x, z), "the order of the chunks"
                self.chunks[x, z] = chunk
        assert reader.at == len(reader.data), "bytes behind the last chunk"


def text_hash(values, names, height):
    """Of one name per line in the order y, z, x."""
    digest = hashlib.sha256()
    lines = [(name + "\n").encode() for name in names]
    columns = len(values) // height
    for y in range(height):
        digest.update(b"".join(lines[values[y + column * height]] for column in range(columns)))
    return digest.hexdigest()


def info(path):
    dump = Dump(path)
    print(f"version {dump.version}, seed {dump.seed}, settings {dump.settings}, "
          f"dimension {dump.dimension or '(none)'}")
    print(f"level {dump.min_y} + {dump.height}, {len(dump.states)} states, "
          f"{len(dump.biomes)} biomes")
    print(f"chunks {dump.x0},{dump.z0} to {dump.x1},{dump.z1}: {len(dump.chunks)}")
    used = sorted({dump.states[s] for c in dump.chunks.values() for s in set(c.blocks)})
    print("states:", " ".join(used))
    used = sorted({dump.biomes[b] for c in dump.chunks.values() for b in set(c.biomes)})
    print("biomes:", " ".join(used))


def contains(big_path, small_path):
    big, small = Dump(big_path), Dump(small_path)
    assert (big.states, big.biomes) == (small.states, small.biomes), "the palettes differ"
    for place, chunk in small.chunks.items():
        assert big.chunks[place].bytes == chunk.bytes, f"chunk {place} differs"
    print(f"{len(small.chunks)} chunks are the same")


def vectors(path, vector_path, count):
    dump, compared = Dump(path), 0
    with open(vector_path, encoding="utf-8") as file:
        rows = json.load(file)
    for row in rows:
        chunk = dump.chunks.get(tuple(row["chunk"]))
        if int(row["seed"]) != dump.seed or row["settings"] != dump.settings or not chunk:
            continue
        assert (row["min_y"], row["height"]) == (dump.min_y, dump.height), "another level"
        place = f"chunk {row['chunk']}"
        terrain = text_hash(chunk.blocks, dump.states, dump.height)
        assert terrain == row["terrain_sha256"], f"{place}: blocks differ"
        biomes = text_hash(chunk.biomes, dump.biomes, dump.height // 4)
        assert biomes == row["biomes_sha256"], f"{place}: biomes differ"
        assert list(chunk.ocean_floor) == row["terrain_ocean_floor_wg"], f"{place}: ocean floor"
        assert list(chunk.world_surface) == row["terrain_world_surface_wg"], f"{place}: surface"
        compared += 1
    assert compared == count, f"{compared} chunks of the vectors are in the dump"
    print(f"{compared} chunks agree with the vectors")


def main():
    command, *arguments = sys.argv[1:]
    if command == "info":
        info(*arguments)
    elif command == "contains":
        contains(*arguments)
    elif command == "vectors":
        vectors(arguments[0], arguments[1], int(arguments[2]))
    else:
        sys.exit(f"read_dump.py: unknown command '{command}'")


if __name__ == "__main__":
    main()
