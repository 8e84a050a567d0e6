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
/// alone. So do, but for one term, their distances to its corners: what makes a corner's fiddle is
/// as much as all the rest of a block's rule, and is kept for the blocks of the corner's two cells.
struct BiomeColumn {
  i64 seed;
  i32 x, z; ///< of the block, 2 less each
  i32 minQuartY, top;
  const u16 *columns[4]; ///< of the candidates, from the level's bottom; bit 1 is x, bit 0 z

  bool known, uniform;
  i32 parentY;
  u16 common; ///< where uniform: what all candidates hold

  /// Four corners of one quart y: y offset of the fiddle, and what is squared of x and z.
  struct Corners {
    f64 fiddleY[4], squareX[4], squareZ[4];
  };
  Corners corners[2]; ///< by the lowest bit of the quart y
  i32 cornersY[2];
  bool knownCorners[2];

  /// The block column lies in a chunk of the batch, so its quarts lie in the bordered rectangle.
  TERRANE_FN BiomeColumn(const Batch &b, i32 blockX, i32 blockZ)
      : seed(b.material.zoomSeed), x(blockX - 2), z(blockZ - 2), minQuartY(b.minQuartY),
        top(b.quartHeight - 1), known(false), uniform(false), parentY(0), common(0), cornersY{0, 0},
        knownCorners{false, false} {
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

  TERRANE_FN const Corners &cornersAt(i32 qy) {
    Corners &known = corners[qy & 1];
    if (knownCorners[qy & 1] && cornersY[qy & 1] == qy)
      return known;
    for (i32 i = 0; i < 4; ++i) {
      const i32 ix = i >> 1, iz = i & 1;
      const Fiddle f = fiddleAt(seed, (x >> 2) + ix, qy, (z >> 2) + iz);
      const f64 dx = (f64(x & 3) / 4.0 - f64(ix)) + f.x, dz = (f64(z & 3) / 4.0 - f64(iz)) + f.z;
      known.fiddleY[i] = f.y;
      known.squareX[i] = dx * dx;
      known.squareZ[i] = dz * dz;
    }
    cornersY[qy & 1] = qy;
    knownCorners[qy & 1] = true;
    return known;
  }

  /// As zoomedCorner: the same sums, corners in the same order.
  TERRANE_FN i32 nearestCorner(i32 y) {
    const Corners *const halves[2] = {&cornersAt(y >> 2), &cornersAt((y >> 2) + 1)};
    i32 best = 0;
    f64 nearest = fromBits(0x7FF0000000000000ull); // infinity
    for (i32 i = 0; i < 8; ++i) {
      const i32 iy = i >> 1 & 1, n = (i >> 2 << 1) | (i & 1);
      const Corners &half = *halves[iy];
      const f64 dy = (f64(y & 3) / 4.0 - f64(iy)) + half.fiddleY[n];
      const f64 distance = (half.squareZ[n] + dy * dy) + half.squareX[n];
      if (nearest > distance) {
        nearest = distance;
        best = i;
      }
    }
    return best;
  }

  /// A BiomeId. A call: a rule asks from many places.
  TERRANE_LARGE_FN u16 at(i32 blockY) {
    const i32 y = wrapSub(blockY, 2);
    if (!known || parentY != y >> 2) {
      parentY = y >> 2;
      known = uniform = true;
      common = candidate(0);
      for (i32 i = 1; i < 8; ++i)
        uniform = uniform && candidate(i) == common;
    }
    // Where all candidates hold one biome, whichever wins has it.
    return uniform ? common : candidate(nearestCorner(y));
  }
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_BIOME_COLUMN_H
