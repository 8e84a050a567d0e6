//===- context.h - What a material rule reads (spec 40, 4 to 7) -----------===//
//
// Kernel-safe. The stage (stage.h) fills a context and calls a rule, compiled or interpreted, for
// every solid block; the rule reads the context and asks its services for what is costly or rare.
// What works on a context is a template: a device has another one (runtime/cuda/materials.h), with
// the same fields, and with member functions for the services.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_CONTEXT_H
#define TERRANE_RUNTIME_MATERIAL_CONTEXT_H

#include "runtime/chunk/terrain.h"
#include "runtime/chunk/volume.h"

namespace terrane::rt {

/// "No fluid above": the game's own value, the smallest i32.
constexpr i32 noWater = i32(0x80000000u);
/// A rule that places nothing.
constexpr i32 noState = -1;

/// A vein's functions over the narrowed volume (spec 40, 3.2 and 3.3), in its index order.
struct VeinBuffers {
  const f32 *density, *richness;
};

struct MaterialContext {
  // The block.
  i32 x, y, z;
  i32 above;  ///< solid blocks since the last air above, this one included
  i32 water;  ///< y + 1 of the topmost fluid block since the last air above, or noWater
  i32 runEnd; ///< as solidBelow has it

  // The column.
  i32 lx, lz; ///< 0..15
  i32 gradientX, gradientZ;
  i32 surfaceDepth;
  f64 secondaryValue; ///< see surfaceSecondary
  i32 minLevelValue;  ///< see minSurfaceLevel
  bool hasSecondary, hasMinLevel;

  // The chunk. A column's blocks are contiguous: blocks[(lx + 16 lz) * levelHeight + y - minY].
  StateId *blocks;
  const u8 *flags; ///< of StateFlag, by state
  i32 minY, levelHeight;
  const i32 *worldSurface;  ///< H(lx, lz) = worldSurface[lx + 16 lz]
  Volume narrowed;          ///< what the vein buffers cover
  i64 narrowedColumn;       ///< where y = 0 of the column would lie in them
  const VeinBuffers *veins; ///< by vein, in the rule's order

  // Services. All answer for the block or column in the context.
  f64 (*computeSecondary)(MaterialContext *);
  i32 (*computeMinLevel)(MaterialContext *);
  u16 (*blockBiome)(MaterialContext *);       ///< zoomed look-up; a BiomeId
  bool (*coldBlock)(MaterialContext *);       ///< the condition `temperature`
  i32 (*band)(MaterialContext *);             ///< the clay band's state; see `failed`
  f32 (*point)(MaterialContext *, u32 entry); ///< point path of a generator's entry, at the block
  /// The first floats of the ore factory's generator at the block.
  void (*oreFloats)(MaterialContext *, f32 floats[3]);
  /// Stores a state at (lx, y, lz) with all that follows from it: heights, fluid marks.
  void (*write)(MaterialContext *, i32 y, StateId state);
  /// Begins the column (lx, lz): steps 1 to 6 of spec 40, section 4. Returns H1, the y to walk
  /// down from.
  i32 (*beginColumn)(MaterialContext *);
  void (*endColumn)(MaterialContext *); ///< step 8

  /// Set by `band` where the game would fail (spec 40, 2.1); x, y, z then stay at the block and
  /// the walk ends.
  bool failed;

  void *stage; ///< the stage's own
  void *rule;  ///< the rule's own
};

/// Solid blocks from this one down, this one included. Few rules ask, so the run is looked through
/// when one does: `runEnd` is the y below the run that was looked through last, and not below the
/// block where that was another. The walk has not written to the blocks from its own one down.
template <class Context> TERRANE_FN i32 solidBelow(Context &c) {
  if (c.runEnd >= c.y) {
    const StateId *column = c.blocks + i64(c.lx + 16 * c.lz) * c.levelHeight - c.minY;
    c.runEnd = c.y - 1;
    while (c.runEnd >= c.minY && !(c.flags[column[c.runEnd]] & (StateAir | StateFluid)))
      --c.runEnd;
  }
  return c.y - c.runEnd;
}

template <class Context> TERRANE_FN f64 surfaceSecondary(Context &c) {
  if (!c.hasSecondary) {
    c.secondaryValue = c.computeSecondary(&c);
    c.hasSecondary = true;
  }
  return c.secondaryValue;
}

template <class Context> TERRANE_FN i32 minSurfaceLevel(Context &c) {
  if (!c.hasMinLevel) {
    c.minLevelValue = c.computeMinLevel(&c);
    c.hasMinLevel = true;
  }
  return c.minLevelValue;
}

/// Whether the block lies in the narrowed volume, and its index there.
TERRANE_FN bool inNarrowed(const MaterialContext &c) {
  return u32(c.y) - u32(c.narrowed.my) < u32(c.narrowed.sy);
}
TERRANE_FN i64 narrowedIndex(const MaterialContext &c) {
  return c.narrowedColumn + c.y;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_CONTEXT_H
