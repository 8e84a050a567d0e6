//===- chunk_bytes.h - All that a chunk has, for comparisons --------------===//

#ifndef TERRANE_TEST_UNIT_TERRAIN_CHUNK_BYTES_H
#define TERRANE_TEST_UNIT_TERRAIN_CHUNK_BYTES_H

#include "runtime/biome/source.h"
#include "runtime/chunk/chunk.h"

namespace terrane::test {

struct Bytes {
  int x, z;
  std::vector<rt::StateId> blocks;
  std::vector<rt::BiomeId> biomes;
  std::vector<int> surface, floor;
  std::vector<std::vector<rt::u16>> marks;

  bool operator==(const Bytes &o) const {
    return x == o.x && z == o.z && blocks == o.blocks && biomes == o.biomes &&
           surface == o.surface && floor == o.floor && marks == o.marks;
  }
};

inline Bytes bytesOf(const rt::Chunk &chunk, const rt::ChunkBiomes &biomes) {
  return {chunk.chunkX(),        chunk.chunkZ(),      chunk.blocks(),    biomes.ids,
          chunk.worldSurfaces(), chunk.oceanFloors(), chunk.fluidMarks()};
}

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_TERRAIN_CHUNK_BYTES_H
