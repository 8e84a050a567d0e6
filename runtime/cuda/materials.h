//===- materials.h - The material step of a batch, on a device (spec 40) --===//
//
// Kernel-safe, for the CPU and the GPU. Columns are walked twice at most. The first launch,
// `materials_at_once`, has a thread per column, and each takes its neighbours' heights as they were
// after the fill. The second, `uneven_chunks`, looks where the heights that came of it would have
// told a column otherwise. These chunks, few if any, are filled anew and walked in order.
//
// For these the host launches `materials` once for each diagonal lx + lz = 0 .. 30 of a chunk, with
// a thread per chunk and column of the diagonal. That this gives what the walk x outer, z inner
// gives: all that a column reads of another are the heights of its neighbours at distance 1 within
// the chunk, and all it asks of them is whether it is steep. Those at lx - 1 and lz - 1 lie on the
// diagonal before and come earlier in the walk, too; those at lx + 1 and lz + 1 lie on the next one
// and come later in both; columns of one diagonal are no neighbours, and at the chunk's border a
// column reads its own height. So, diagonal by diagonal, every column reads what it reads in the
// walk.
//
// That a chunk which `uneven_chunks` leaves alone is right: by induction over the diagonals, a
// column whose neighbours of the diagonal before are right either never asks whether it is steep,
// or their heights give the answer that it went by; so its walk is the game's. Its own height and
// those at lx + 1 and lz + 1 are the same in both.
//
// Nothing else crosses columns:
//
// - Chunk::set drops minecraft:air in a section without other blocks, and other columns have blocks
//   there, too. But a rule writes in place of a solid block, so its section has one. A pillar is of
//   minecraft:air only where that is the default block; where it would replace another air, the
//   chunk is made anew.
// - Marks are in order of x, z and y downwards, once per position, so bits tell all. A pillar of a
//   fluid could mark what a rule marks again: made anew.
// - Volumes follow from the fill alone; in a batch functions are pure, whoever asks first, as are
//   noises, look-ups and positional generators.
// - Where `band` fails, the game fails: made anew.
//
// Made anew is also a chunk where a vein asks for a block above or below the narrowed volume, which
// a pillar can cause: its functions are there only over the volume. So is one where it asks in a
// chunk that the fill has left empty.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_MATERIALS_H
#define TERRANE_RUNTIME_CUDA_MATERIALS_H

#include "runtime/chunk/height_ops.h"
#include "runtime/cuda/batch.h"
#include "runtime/cuda/biome_column.h"
#include "runtime/material/extension_ops.h"
#include "runtime/material/rule_ops.h"
#include "runtime/material/system_ops.h"
#include "runtime/material/temperature_ops.h"
#include "runtime/material/walk.h"
#include "runtime/random/words.h"

namespace terrane::rt::cuda {

/// What `RuleTables` is in a rule's text.
struct DeviceRules {
  const NoiseStack *noises;
  const i32 *anchors;
  const GradientRange *gradients;
  const u8 *const *members;
  const FactoryWords *gradientRandom;

  /// What is known of a chunk's biomes only saves look-ups, it does not change
  /// a result (spec 40, 3.3).
  TERRANE_FN u8 verdict(i32) const { return BiomeByBlock; }
  template <class Context>
  TERRANE_FN f32 gradientFloat(const DeviceRules *, const Context *c, i32 gradient) const {
    auto random = randomAt(gradientRandom[gradient], c->x, c->y, c->z);
    return random.nextFloat();
  }
};

/// A column of a batch, as extension_ops.h wants it.
struct DeviceColumn {
  const Batch *batch;
  i32 chunk;
  i32 index; ///< lx + 16 lz
  StateId *blocks;
  u32 *marks;

  TERRANE_FN DeviceColumn(const Batch &b, i32 chunk, i32 lx, i32 lz)
      : batch(&b), chunk(chunk), index(lx + 16 * lz), blocks(b.column(chunk, lx, lz)),
        marks(b.marks(b.materialMarks, chunk, lx, lz)) {}

  TERRANE_FN i32 &worldSurface() const { return batch->worldSurface[i64(chunk) * 256 + index]; }
  TERRANE_FN i32 &oceanFloor() const { return batch->oceanFloor[i64(chunk) * 256 + index]; }
  TERRANE_FN i32 minY() const { return batch->level.minY; }
  TERRANE_FN i32 maxY() const { return batch->level.minY + batch->level.height - 1; }
  TERRANE_FN u8 flags(StateId state) const { return batch->flags[state]; }
  TERRANE_FN bool isGround(StateId state) const { return batch->material.isGround[state] != 0; }
  TERRANE_FN bool inside(i32 y) const { return u32(y) - u32(minY()) < u32(batch->level.height); }
  TERRANE_FN StateId get(i32 y) const { return inside(y) ? blocks[y - minY()] : airState; }

  /// As Chunk::set, but for air that it could drop.
  TERRANE_FN void store(i32 y, StateId state) {
    blocks[y - minY()] = state;
    updateHeights(worldSurface(), oceanFloor(), blocks, batch->flags, minY(), y, state);
  }
  TERRANE_FN void markBit(i32 y) {
    const u32 row = u32(y - minY());
    marks[row >> 5] |= 1u << (row & 31);
  }

  // What extensions do.
  TERRANE_FN void set(i32 y, StateId state) {
    if (!inside(y))
      return;
    if (state == airState && get(y) != airState)
      batch->askRedo(chunk);
    store(y, state);
  }
  TERRANE_FN void mark(i32) { batch->askRedo(chunk); }
};

/// Whether a column whose own height is `own` is steep (spec 40, 7). `lower` has the heights of the
/// chunk's columns for its neighbours at lx - 1 and lz - 1, `upper` for those at lx + 1 and lz + 1.
TERRANE_FN bool isSteep(const i32 *lower, const i32 *upper, i32 lx, i32 lz, i32 own) {
  const i32 at = lx + 16 * lz;
  const i32 west = lx > 0 ? lower[at - 1] : own, east = lx < 15 ? upper[at + 1] : own;
  const i32 north = lz > 0 ? lower[at - 16] : own, south = lz < 15 ? upper[at + 16] : own;
  return east - west <= -4 || south - north >= 4;
}

/// In Batch::steepAsked: the column's walk did not ask.
constexpr i32 notAsked = i32(0x80000000);

/// What `MaterialContext` is in a rule's text; fields and services as there. `Functions` has the
/// vein functions of the generator:
///
///   Veins   those with a volume, along a column: made from (const StageArguments *, as of
///           MaterialBatch::veins, i32 i, i32 k), `f32 density(i32 vein, i32 j)` and
///           `f32 richness(i32 vein, i32 j)` are the values of row j
///   static f32 fillerGap(i32 vein, const DeviceContext *, i32 x, i32 y, i32 z)   on the point path
///
template <class Functions> struct DeviceMaterial {
  i32 x, y, z;
  i32 above, water, runEnd;
  i32 lx, lz;
  i32 surfaceDepth;
  f64 secondaryValue;
  i32 minLevelValue;
  bool hasSecondary, hasMinLevel;
  StateId *blocks;
  const u8 *flags;
  i32 minY, levelHeight;
  bool failed;

  const Batch *batch;
  const i32 *heights; ///< of the batch's columns, as their neighbours see them
  i32 chunk;
  DeviceColumn column;
  typename Functions::Veins veins;
  /// The narrowed volume (spec 40, 3.2): its lowest y and how many rows. Where the fill has left
  /// nothing that volume is flat, and no part of the batch's: interpolations see its far end. Then
  /// it has no rows here.
  i32 firstRow, rows;
  BiomeColumn biomes;
  i32 surfaceHeight; ///< when the column's walk began
  i32 surfaceBiome;
  i32 ownHeight; ///< when its rule began
  bool hasSteepness, steepness;
  i32 bandShift;
  bool hasBandShift;

  // The block whose biome was asked for last.
  bool hasBiome;
  i32 biomeY;
  u16 biome;

  TERRANE_FN DeviceMaterial(const Batch &b, const i32 *heights, i32 chunk, i32 lx, i32 lz)
      : x(b.blockX(chunk, lx)), y(0), z(b.blockZ(chunk, lz)), above(0), water(noWater), runEnd(0),
        lx(lx), lz(lz), surfaceDepth(0), secondaryValue(0), minLevelValue(0), hasSecondary(false),
        hasMinLevel(false), blocks(b.column(chunk, 0, 0)), flags(b.flags), minY(b.level.minY),
        levelHeight(b.level.height), failed(false), batch(&b), heights(heights), chunk(chunk),
        column(b, chunk, lx, lz),
        veins(b.material.veins, chunk % b.chunksX * 16 + lx, chunk / b.chunksX * 16 + lz),
        firstRow(b.filled.minY),
        rows(iclamp(wrapSub(b.topFilled[chunk], firstRow) + 1, 0, b.filled.height)),
        biomes(b, x, z), surfaceHeight(0), surfaceBiome(0), ownHeight(0), hasSteepness(false),
        steepness(false), bandShift(0), hasBandShift(false), hasBiome(false), biomeY(0), biome(0) {}

  TERRANE_FN f32 noise(SystemNoise which, f64 nx, f64 ny, f64 nz) const {
    return stackGet(batch->material.systemNoises[i32(which)], nx, ny, nz);
  }
  TERRANE_FN f32 temperature(i32 ofBiome, i32 atY) const {
    const MaterialBatch &m = batch->material;
    return temperatureAt(m.temperature, m.biomeTemperature[ofBiome], m.biomeFrozen[ofBiome] != 0, x,
                         atY, z, batch->seaLevel);
  }
  /// No height that it reads changes while the column is walked, so the first answer holds.
  TERRANE_FN bool isSteepHere() {
    if (!hasSteepness) {
      const i32 *const ofChunk = heights + i64(chunk) * 256;
      steepness = isSteep(ofChunk, ofChunk, lx, lz, ownHeight);
      hasSteepness = true;
    }
    return steepness;
  }
  TERRANE_FN void makeAnew() {
    batch->askRedo(chunk);
    failed = true;
  }

  /// Whether the block lies in the narrowed volume, and its row in the batch's.
  TERRANE_FN bool inVolume(i32 &j) const {
    j = wrapSub(y, firstRow);
    return u32(j) < u32(rows);
  }

  // Services; see MaterialContext.

  TERRANE_FN f64 computeSecondary(DeviceMaterial *) const {
    return surfaceSecondaryAt(*this, x, z);
  }
  TERRANE_FN i32 computeMinLevel(DeviceMaterial *) const {
    const i32 i = chunk % batch->chunksX * 16 + lx, k = chunk / batch->chunksX * 16 + lz;
    return minSurfaceLevelOf(batch->material.surfaceLevels[i + i64(k) * 16 * batch->chunksX],
                             surfaceDepth);
  }
  TERRANE_FN u16 blockBiome(DeviceMaterial *) {
    if (!hasBiome || biomeY != y) {
      biome = biomes.at(y);
      biomeY = y;
      hasBiome = true;
    }
    return biome;
  }
  TERRANE_FN bool coldBlock(DeviceMaterial *c) { return isCold(temperature(blockBiome(c), y)); }
  TERRANE_FN i32 band(DeviceMaterial *) {
    if (!hasBandShift) {
      bandShift = bandOffsetAt(*this, x, z);
      hasBandShift = true;
    }
    const i32 index = bandIndex(y, bandShift);
    if (index >= 0)
      return batch->named.terracotta[batch->material.bands[index]];
    makeAnew();
    return noState;
  }
  TERRANE_FN void oreFloats(DeviceMaterial *, f32 floats[3]) const {
    auto random = randomAt(batch->material.ore, x, y, z);
    for (i32 i = 0; i < 3; ++i)
      floats[i] = random.nextFloat();
  }
  TERRANE_FN void write(DeviceMaterial *, i32 atY, StateId state) {
    column.store(atY, state);
    if (flags[state] & StateFluid)
      column.markBit(atY);
  }

  TERRANE_FN i32 beginColumn(DeviceMaterial *) {
    const MaterialBatch &m = batch->material;
    surfaceHeight = column.worldSurface();
    surfaceBiome = biomes.at(surfaceHeight);
    i32 top = 0;
    if (surfaceBiome == m.erodedBadlands && hasPillar(*this, x, z, surfaceHeight, top))
      growPillar(column, batch->named.defaultBlock, m.voidGround != 0, top);
    auto random = randomAt(m.random, x, 0, z);
    surfaceDepth = surfaceDepthAt(*this, random.nextDouble(), x, z);
    ownHeight = column.worldSurface();
    return ownHeight;
  }
  TERRANE_FN void endColumn(DeviceMaterial *) {
    const MaterialBatch &m = batch->material;
    if (surfaceBiome != m.frozenOcean && surfaceBiome != m.deepFrozenOcean)
      return;
    const i32 seaLevel = batch->seaLevel;
    const IcebergReach reach = icebergAt(
        *this, x, z, seaLevel, [&] { return meltsIcebergs(temperature(surfaceBiome, seaLevel)); });
    if (reach.any)
      growIceberg(column, batch->named, seaLevel, surfaceHeight, minSurfaceLevel(*this), reach,
                  randomAt(m.random, x, 0, z));
  }
};

/// As the overloads for a MaterialContext, which rules and rule_ops.h find by their arguments.
template <class Functions> TERRANE_FN bool steep(DeviceMaterial<Functions> &c) {
  return c.isSteepHere();
}
template <class Functions>
TERRANE_FN f32 veinDensity(DeviceMaterial<Functions> &c, const DeviceRules &, i32 vein) {
  i32 j;
  if (c.inVolume(j))
    return c.veins.density(vein, j);
  c.makeAnew();
  return 0.0f;
}
template <class Functions>
TERRANE_FN f32 veinRichness(DeviceMaterial<Functions> &c, const DeviceRules &, i32 vein) {
  i32 j;
  if (c.inVolume(j))
    return c.veins.richness(vein, j);
  c.makeAnew();
  return 0.0f;
}

template <class Functions>
TERRANE_FN f32 fillerGap(DeviceMaterial<Functions> &c, const DeviceRules &, i32 vein) {
  return Functions::fillerGap(vein, &c.batch->context, c.x, c.y, c.z);
}

constexpr i32 materialDiagonals = 31;

/// Threads per chunk of a diagonal.
TERRANE_FN i32 columnsOfDiagonal(i32 diagonal) {
  return diagonal < 16 ? diagonal + 1 : materialDiagonals - diagonal;
}

/// Walks one column. `Code` has the rule:
///
///   Context, Column   a DeviceMaterial, and what the rule keeps of a column
///   static i32 rule(Context &, const DeviceRules &, Column &)   a state or noState
///
/// A call in both kernels, one per thread: the rule is most of a text's code, and the device's
/// compilers take most of their time for it.
template <class Code>
TERRANE_LARGE_FN void walkMaterials(const Batch &b, const i32 *heights, i32 chunk, i32 lx, i32 lz) {
  const MaterialBatch &m = b.material;
  const DeviceRules rules = {b.context.noises, m.anchors, m.gradients, m.members, m.gradientRandom};
  typename Code::Context context(b, heights, chunk, lx, lz);
  typename Code::Column known;
  runColumn(context, lx, lz, b.topFilled[chunk],
            [&](typename Code::Context &c) -> i32 { return Code::rule(c, rules, known); });
  if (b.steepAsked)
    b.steepAsked[i64(chunk) * 256 + lx + 16 * lz] =
        context.hasSteepness ? context.ownHeight : notAsked;
}

/// One thread of `materials_at_once`: neighbouring threads walk neighbouring columns.
template <class Code> TERRANE_FN void materialsAtOnce(const Batch &b, i64 thread) {
  if (thread < i64(256) * b.chunks())
    walkMaterials<Code>(b, b.surfaceBefore, i32(thread >> 8), i32(thread & 15),
                        i32(thread >> 4 & 15));
}

/// One thread of `uneven_chunks`, one per column.
TERRANE_FN void unevenChunk(const Batch &b, i64 thread) {
  if (thread >= i64(256) * b.chunks())
    return;
  const i32 own = b.steepAsked[thread];
  if (own == notAsked)
    return;
  const i32 chunk = i32(thread >> 8), lx = i32(thread & 15), lz = i32(thread >> 4 & 15);
  const i32 *const before = b.surfaceBefore + i64(chunk) * 256;
  const i32 *const after = b.worldSurface + i64(chunk) * 256;
  if (isSteep(before, before, lx, lz, own) != isSteep(after, before, lx, lz, own))
    Batch::raise(b.uneven + chunk);
}

/// One thread of `materials`; the launches come in the order of diagonals, each after the one
/// before it has ended.
template <class Code> TERRANE_FN void materialColumn(const Batch &b, i32 diagonal, i64 thread) {
  const i32 columns = columnsOfDiagonal(diagonal);
  if (thread >= i64(columns) * b.chunks())
    return;
  const i32 chunk = i32(thread / columns);
  if (!b.isUneven(chunk) || b.toRedo(chunk))
    return;
  const i32 lx = i32(thread % columns) + imax(diagonal - 15, 0), lz = diagonal - lx;
  walkMaterials<Code>(b, b.worldSurface, chunk, lx, lz);
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_MATERIALS_H
