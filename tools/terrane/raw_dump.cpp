//===- raw_dump.cpp - Chunks as a file for programs (docs/formats.md) -----===//

#include "tools/terrane/raw_dump.h"

using namespace terrane;
using namespace terrane::tool;

namespace {

constexpr unsigned formatVersion = 1;

template <class T> void put(std::string &out, T value) {
  auto bits = std::make_unsigned_t<T>(value);
  for (size_t i = 0; i < sizeof(T); ++i)
    out.push_back(char(bits >> (8 * i)));
}

void putText(std::string &out, std::string_view text) {
  put(out, uint32_t(text.size()));
  out += text;
}

/// Little-endian u16; all at once, since this is most of a dump.
void putAll(std::string &out, const std::vector<rt::u16> &values) {
  size_t at = out.size();
  out.resize(at + values.size() * 2);
  for (rt::u16 v : values) {
    out[at++] = char(v);
    out[at++] = char(v >> 8);
  }
}

} // namespace

std::string tool::rawDumpHeader(const rt::TerrainWorld &world, const std::string &settings,
                                const std::string &dimension, const rt::ChunkRect &area) {
  std::string out = "TERRDUMP";
  put(out, formatVersion);
  put(out, uint32_t(0)); // the size of the header, below
  put(out, world.seed());
  put(out, world.level().minY);
  put(out, world.level().height);
  for (int corner : {area.x0, area.z0, area.x1, area.z1})
    put(out, corner);
  putText(out, settings);
  putText(out, dimension);
  put(out, uint32_t(world.settings().numStates));
  for (int i = 0; i < world.settings().numStates; ++i)
    putText(out, world.settings().states[i].name);
  const std::vector<rt::Biome> &biomes = world.biomes().table.biomes;
  put(out, uint32_t(biomes.size()));
  for (const rt::Biome &biome : biomes)
    putText(out, biome.id);
  out.resize((out.size() + 7) / 8 * 8);
  for (size_t i = 0; i < 4; ++i)
    out[12 + i] = char(out.size() >> (8 * i));
  return out;
}

void tool::rawDumpChunk(const rt::RegionChunk &given, std::string &out) {
  const rt::Chunk &chunk = given.chunk;
  out.clear();
  put(out, chunk.chunkX());
  put(out, chunk.chunkZ());
  size_t count = 0;
  for (const std::vector<rt::u16> &section : chunk.fluidMarks())
    count += section.size();
  put(out, uint32_t(count));
  for (int y : chunk.worldSurfaces())
    put(out, y);
  for (int y : chunk.oceanFloors())
    put(out, y);
  putAll(out, chunk.blocks());
  putAll(out, given.biomes.ids);
  for (size_t section = 0; section < chunk.fluidMarks().size(); ++section)
    for (rt::u16 mark : chunk.fluidMarks()[section])
      put(out, uint32_t(section << 12 | mark));
}
