//===- biome_column.h - Biomes at the blocks of a column of a batch (spec 50, 8) -===//
//
// Kernel-safe, for the CPU and the GPU. As BiomeLookup::atBlock, from a batch's stored biomes.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_BIOME_COLUMN_H
#define TERRANE_RUNTIME_CUDA_BIOME_COLUMN_H

#include "runtime/biome/zoom_ops.h"
#include "runtime/cuda/batch.h"

namespace terrane::rt::cuda {

/// One thread's. Remembers the last cell of eight quarts; that of a column's blocks depends on y
/// alone.
struct BiomeColumn {
  i64 seed;
  i32 x, z; ///< of the block, 2 less each
  i32 minQuartY, top;
  const u16 *columns[4]; ///< of the candidates, from the level's bottom; bit 1 is x, bit 0 z

  bool known, uniform;
  i32 parentY;
  u16 common; ///< where uniform: what all candidates hold

  /// The block column lies in a chunk of the batch, so its quarts lie in the bordered rectangle.
  TERRANE_FN BiomeColumn(const Batch &b, i32 blockX, i32 blockZ)
      : seed(b.material.zoomSeed), x(blockX - 2), z(blockZ - 2), minQuartY(b.minQuartY),
        top(b.quartHeight - 1), known(false), uniform(false), parentY(0), common(0) {
    for (i32 i = 0; i < 4; ++i) {
      const i32 qx = (x >> 2) + (i >> 1), qz = (z >> 2) + (i & 1);
      const i64 chunk =
          ((qx >> 2) - b.chunkX + 1) + i64((qz >> 2) - b.chunkZ + 1) * (b.chunksX + 2);
      columns[i] = b.biomes + (chunk * 16 + (qx & 3) + 4 * (qz & 3)) * b.quartHeight;
    }
  }

  TERRANE_FN u16 candidate(i32 corner) const {
    // As `ChunkBiomes::at` clamps.
    const i32 qy = parentY - minQuartY + (corner >> 1 & 1);
    return columns[(corner >> 2 << 1) | (corner & 1)][iclamp(qy, 0, top)];
  }

  /// A BiomeId.
  TERRANE_FN u16 at(i32 blockY) {
    const i32 y = wrapSub(blockY, 2);
    if (!known || parentY != y >> 2) {
      parentY = y >> 2;
      known = uniform = true;
      common = candidate(0);
      for (i32 i = 1; i < 8; ++i)
        uniform = uniform && candidate(i) == common;
    }
    // Where all candidates hold one biome, whichever wins has it.
    return uniform ? common : candidate(zoomedCorner(seed, x, y, z));
  }
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_BIOME_COLUMN_H
