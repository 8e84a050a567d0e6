//===- blend_biomes.h - Biomes next to chunks of older versions (spec 30, 9.4) -===//
//
// Two things that 9.4 leaves open are settled so:
//
//  * Of columns at the same distance the first counts in the order of summation (9.3): old chunks
//    in the order of the game's table, in each the columns by index.
//  * The normal biome is asked for only where no column's takes its place. What is not asked for
//    leaves no last result of the search (spec 50, 5).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_BLEND_BIOMES_H
#define TERRANE_RUNTIME_CHUNK_BLEND_BIOMES_H

#include "runtime/biome/source.h"
#include "runtime/chunk/blender.h"

namespace terrane::rt {

/// The biomes of the old chunks around a chunk. Refers to the vector that it was made from, which
/// must stay as it is. Immutable once built, free to share between threads. A default-constructed
/// one is empty.
class BiomeBlender {
  struct Source {
    i32 qx, qz, minQuartY;
    const std::vector<BiomeId> *biomes;
    i32 place; ///< in the order of 9.3
    f32 distance;
  };

public:
  BiomeBlender() = default;

  /// From the old chunks around a chunk; those out of reach (blending::inReach) are left out.
  static BiomeBlender forChunk(i32 chunkX, i32 chunkZ, const std::vector<OldChunk> &chunks);
  static BiomeBlender forChunk(i32 chunkX, i32 chunkZ, std::vector<OldChunk> &&chunks) = delete;

  /// Whether no old chunk in reach has a biome: all are the normal ones then.
  bool empty() const { return sources.empty(); }

  /// What takes the place of the biomes in a column of quarts.
  class Column {
  public:
    /// Nothing: the normal biome stays.
    std::optional<BiomeId> at(i32 quartY) const;

  private:
    friend class BiomeBlender;
    std::vector<Source> nearest; ///< nearest first; only those near enough to take a place
  };
  /// For quarts of the chunk. Java's mode for floats must be on (math/float_mode.h).
  Column column(i32 quartX, i32 quartZ) const;

private:
  std::vector<Source> sources; ///< in the order of 9.3; distances unused
};

/// As fillBiomes, blended; of a chunk that `blender` was made for. Throws std::out_of_range for an
/// old chunk's biome that is not in the source's table.
void fillBlendedBiomes(const BiomeSource &source, const ClimateEntries &climate,
                       SamplerContext &context, i32 chunkX, i32 chunkZ, Level level, i32 &candidate,
                       const BiomeBlender &blender, ChunkBiomes &out);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_BLEND_BIOMES_H
