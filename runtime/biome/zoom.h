//===- zoom.h - The biome at a block (spec 50, 8) -------------------------===//

#ifndef TERRANE_RUNTIME_BIOME_ZOOM_H
#define TERRANE_RUNTIME_BIOME_ZOOM_H

#include "runtime/biome/biome.h"
#include "runtime/biome/zoom_ops.h"

#include <array>

namespace terrane::rt {

/// The hashed seed of the zoom: SHA-256 of the world seed, little-endian in and out.
i64 zoomSeed(i64 worldSeed);

struct Quart {
  i32 x, y, z;
};

/// The quart whose biome a block has. The plain form.
Quart zoomedQuart(i64 zoomSeed, i32 blockX, i32 blockY, i32 blockZ);

/// Looks up biomes at blocks of one chunk, from the stored biomes of the 3 x 3 chunks around it.
/// Remembers the last cell of eight quarts, so neighbouring blocks are cheap. Not thread-safe.
class BiomeLookup {
public:
  /// `chunks[(dz + 1) * 3 + (dx + 1)]`; all of one level; they must outlive the lookup.
  BiomeLookup(i64 zoomSeed, const std::array<const ChunkBiomes *, 9> &chunks);

  /// The stored biome of a quart in the 3 x 3 chunks.
  BiomeId atQuart(i32 qx, i32 qy, i32 qz) const;
  /// The biome of a block of the middle chunk. Decided without arithmetic where all eight
  /// candidates agree.
  BiomeId atBlock(i32 x, i32 y, i32 z) const;

  /// Which biomes the stored quarts of all nine chunks hold; indexed by BiomeId, `count` entries.
  std::vector<bool> present(std::size_t count) const;

private:
  /// The eight candidates of the blocks in one cell. Index: bit 2 is x, bit 1 y, bit 0 z.
  struct Cell {
    Quart parent = {0, 0, 0};
    bool known = false, uniform = false, fiddled = false;
    const BiomeId *columns[4]; ///< of the candidates, from the level's bottom; bit 1 is x, bit 0 z
    BiomeId ids[8];
    f64 fx[8], fy[8], fz[8];
  };
  const ChunkBiomes &chunkOf(i32 qx, i32 qz) const;
  std::size_t columnIndex(i32 qx, i32 qz) const;
  void enter(Quart parent) const;
  void fiddle() const;

  i64 seed;
  std::array<const ChunkBiomes *, 9> chunks;
  mutable Cell cell;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_ZOOM_H
