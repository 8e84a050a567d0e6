//===- batch.h - A batch of chunks on a device ----------------------------===//
//
// Kernel-safe, for the CPU and the GPU. What the kernels of the batch pipeline share: a rectangle
// of chunks, what their world is, and where its values lie. All pointers are the device's. The host
// (pipeline.h) plans and fills it; the kernels are, in order,
//
//   biomes_columns, biomes_search biomes.h, over the rectangle with a border of one chunk
//   biomes_ties, biomes_chain     the same
//   stages                        launch.h: surfaces, the inputs of final_density and of the veins
//   aquifer_limits, aquifer_cells aquifer.h
//   fill_columns, filled_tops     fill.h
//   materials_at_once             materials.h: all columns, as if none changed a height
//   uneven_chunks                 materials.h: where that was wrong
//   refill_columns                fill.h: once more the chunks where it was
//   materials                     materials.h: those chunks, once for each diagonal of a chunk
//
// A batch is exact where no sampler cell can be seen in it, which `terrane_batch` in the text says,
// and where all its blocks lie within `batchReach`. A chunk whose `redo` is not 0 is to be made
// anew by another engine: rare cases that kernels leave out on purpose, and those where the game
// fails.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_BATCH_H
#define TERRANE_RUNTIME_CUDA_BATCH_H

#include "runtime/chunk/terrain.h"
#include "runtime/cuda/launch.h"
#include "runtime/material/rule_ops.h"
#include "runtime/random/words.h"

namespace terrane::rt::cuda {

/// Blocks of a batch, and of whatever is sampled for it, lie less than this far from the origin on
/// x and z: packed block positions do not wrap, and no two blocks share a cache key.
constexpr i32 batchReach = 1 << 25;

/// A cell of the aquifers' grid: its centre and its fluid.
struct AquiferCell {
  i32 x, y, z;
  i32 level;
  StateId state;
};

struct AquiferBatch {
  i32 enabled; ///< 0: no table below is used (spec 30, 6.1)
  FactoryWords random;
  /// The entry surface_level at quarts: on the volume path where a chunk's window has the quart,
  /// and on the point path at (4 qx, 0, 4 qz) elsewhere. Index (qx - tableX) + (qz - tableZ) *
  /// tableSizeX in both.
  i32 tableX, tableZ, tableSizeX, tableSizeZ;
  const f32 *surfaceVolume;
  f32 *surfacePoint;
  /// The grid of each chunk: 3 x numY x 3 cells from (chunkX - 1, minCellY, chunkZ - 1), index
  /// y + (x + 3 z) * numY, one chunk after the other.
  i32 minCellY, numY;
  AquiferCell *cells;
  i32 *skipAbove; ///< by chunk (6.3)
};

struct MaterialBatch {
  // The rule's tables, as of RuleTables.
  const i32 *anchors;
  const GradientRange *gradients;
  const FactoryWords *gradientRandom; ///< by gradient
  const u8 *const *members;           ///< by biome set: by BiomeId
  i32 numBiomeSets, numVeins;
  const u32 *veinEntries;
  /// Two per vein, density and richness: their last stages over `Batch::volume`, inputs ready.
  const StageArguments *veins;

  FactoryWords random, ore; ///< of the world, and of minecraft:ore
  const NoiseStack *systemNoises;
  const SimplexTable *temperature; ///< height, ice, three of the frozen patches
  const u8 *bands;                 ///< numClayBands indices into NamedStates::terracotta
  i64 zoomSeed;
  /// By BiomeId.
  const f32 *biomeTemperature;
  const u8 *biomeFrozen;
  i32 numBiomes;
  i32 erodedBadlands, frozenOcean, deepFrozenOcean; ///< BiomeIds; -1: not in the world
  /// By state: of the same block as the default block (spec 40, 8).
  const u8 *isGround;
  i32 voidGround; ///< whether the default block is minecraft:void_air
  /// The entry chunk_surface_level over (16 chunksX, 1, 16 chunksZ) blocks, in index order.
  const f32 *surfaceLevels;
};

struct Batch {
  DeviceContext context;
  i32 chunkX, chunkZ, chunksX, chunksZ; ///< chunk number x + z * chunksX, from (chunkX, chunkZ)
  Level level;                          ///< of the dimension
  Level filled;                         ///< Y0 and H of spec 30, 2.6; H is above 0
  i32 seaLevel;
  NamedStates named;
  const u8 *flags; ///< of StateFlag, by state

  /// (16 chunksX, H, 16 chunksZ) blocks of step 1, and the last stage of final_density over it.
  Volume volume;
  const StageArguments *finalDensity;

  /// By chunk of the rectangle with a border of one chunk: number (x + 1) + (z + 1) * (chunksX +
  /// 2); each as BiomeArguments::out.
  const u16 *biomes;
  i32 quartHeight, minQuartY;

  AquiferBatch aquifer;
  MaterialBatch material;

  // The results, one chunk after the other.
  StateId *blocks;                ///< as Chunk::blocks
  i32 *worldSurface, *oceanFloor; ///< 256 each, as of Chunk
  i32 *topFilled;                 ///< Chunk::topOfFilledSections after the fill
  u32 *fillMarks, *materialMarks; ///< see markWord; a bit per block that asks for a fluid update
  u32 *redo;                      ///< 1 per chunk
  u32 *uneven; ///< by chunk: whether the order of its columns counts; null: as if in all

  // In working memory; null as `uneven`.
  i32 *surfaceBefore; ///< worldSurface after the fill
  i32 *steepAsked;    ///< by column: its own height when its rule asked whether it is steep, or not

  TERRANE_FN i32 chunks() const { return chunksX * chunksZ; } // exact: the host's memory bounds it
  TERRANE_FN i32 blockX(i32 chunk, i32 lx) const { return (chunkX + chunk % chunksX) * 16 + lx; }
  TERRANE_FN i32 blockZ(i32 chunk, i32 lz) const { return (chunkZ + chunk / chunksX) * 16 + lz; }
  /// The blocks of a column, from the bottom of the level.
  TERRANE_FN StateId *column(i32 chunk, i32 lx, i32 lz) const {
    return blocks + (i64(chunk) * 256 + lx + 16 * lz) * level.height;
  }
  /// Words of marks per column: a column's are its own, so that threads do not share any. The block
  /// at y has bit (y - level.minY) % 32 of word (y - level.minY) / 32.
  TERRANE_FN i32 markWords() const { return (level.height + 31) / 32; }
  TERRANE_FN u32 *marks(u32 *of, i32 chunk, i32 lx, i32 lz) const {
    return of + (i64(chunk) * 256 + lx + 16 * lz) * markWords();
  }
  /// Threads of one launch may raise the same flag, and look; a launch is seen whole by the next.
  TERRANE_FN static void raise(u32 *flag) {
#if defined(__CUDA_ARCH__)
    *flag = 1;
#else
    __atomic_store_n(flag, 1u, __ATOMIC_RELAXED);
#endif
  }
  TERRANE_FN static bool raised(const u32 *flag) {
#if defined(__CUDA_ARCH__)
    return *flag != 0;
#else
    return __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
#endif
  }
  TERRANE_FN void askRedo(i32 chunk) const { raise(redo + chunk); }
  TERRANE_FN bool toRedo(i32 chunk) const { return raised(redo + chunk); }
  TERRANE_FN bool isUneven(i32 chunk) const { return !uneven || raised(uneven + chunk); }
};

/// What every kernel of the pipeline takes.
struct BatchParameter {
  const Batch *batch;
  i32 diagonal; ///< of `materials`
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_BATCH_H
