//===- extension_ops.h - Badlands pillars and icebergs (spec 40, 8 and 9) -===//
//
// Kernel-safe. The two shapes that the material step adds without a rule. Their limits follow from
// three noise values of a column each; what they place depends on the blocks there.
//
// `System`: see system_ops.h. `Column` is a column of blocks, of y `minY()` to `maxY()`:
//
//   StateId get(i32 y)           air outside
//   void set(i32 y, StateId)     with the heights; nothing outside
//   void mark(i32 y)             for a fluid update; never outside
//   u8 flags(StateId)            of StateFlag
//   bool isGround(StateId)       a state of the default block
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_EXTENSION_OPS_H
#define TERRANE_RUNTIME_MATERIAL_EXTENSION_OPS_H

#include "runtime/chunk/terrain.h"
#include "runtime/math/java.h"

namespace terrane::rt {

/// The smaller of the two noises that bound a shape's width: `surface` and `pillar` of its noises.
TERRANE_FN f64 extensionWidth(f32 surface, f32 pillar) {
  return jmin(absD(f64(surface) * 8.25), f64(pillar * 15.0f));
}

//===----------------------------------------------------------------------===//
// Pillars
//===----------------------------------------------------------------------===//

/// The y down from which a pillar grows. `width` is above 0; `roof` is the roof noise.
TERRANE_FN i32 pillarTop(f64 width, f32 roof) {
  f64 floor = absD(f64(roof) * 1.5);
  return floorI(64.0 + jmin((width * width) * 2.5, ceilD(floor * 50.0) + 24.0));
}

/// Whether a column whose height is `surface` has a pillar, and its top.
template <class System>
TERRANE_FN bool hasPillar(const System &system, i32 blockX, i32 blockZ, i32 surface, i32 &top) {
  f64 x = f64(blockX), z = f64(blockZ);
  f64 width = extensionWidth(system.noise(SystemNoise::BadlandsSurface, x, 0.0, z),
                             system.noise(SystemNoise::BadlandsPillar, x * 0.2, 0.0, z * 0.2));
  if (width <= 0.0)
    return false;
  top = pillarTop(width, system.noise(SystemNoise::BadlandsPillarRoof, x * 0.75, 0.0, z * 0.75));
  return surface <= top;
}

/// Whether the pillar's way down ends at a block of the default block's kind before any water.
/// `voidGround`: the default block is void air.
template <class Column>
TERRANE_FN bool reachesGround(const Column &column, i32 top, bool voidGround) {
  // Above the level there is nothing but void air.
  if (top > column.maxY() && voidGround)
    return true;
  for (i32 y = imin(top, column.maxY()); y >= column.minY(); --y) {
    StateId state = column.get(y);
    if (column.isGround(state))
      return true;
    if (column.flags(state) & StateWater)
      return false;
  }
  return true; // the bottom will do
}

/// Fills the air between `top` and the ground with the default block, `block`, unless there is
/// water on the way down.
template <class Column>
TERRANE_FN void growPillar(Column &column, StateId block, bool voidGround, i32 top) {
  if (!reachesGround(column, top, voidGround))
    return;
  bool fluid = column.flags(block) & StateFluid;
  for (i32 y = imin(top, column.maxY()); y >= column.minY(); --y) {
    if (!(column.flags(column.get(y)) & StateAir))
      break;
    column.set(y, block);
    if (fluid)
      column.mark(y);
  }
}

//===----------------------------------------------------------------------===//
// Icebergs
//===----------------------------------------------------------------------===//

/// Where an iceberg reaches: air below `top` and water above `bottom` can become ice.
struct IcebergReach {
  i32 top, bottom;
  bool any = true; ///< false: nothing is placed
};

/// Icebergs exist where the width is above this.
constexpr f64 minIcebergWidth = 1.8;

/// Nothing where the iceberg would be too low. `melting`: the temperature at sea level is mild.
TERRANE_FN IcebergReach icebergReach(f64 width, f32 roof, i32 seaLevel, bool melting) {
  f64 roofHeight = absD(f64(roof) * 1.5);
  f64 top = jmin((width * width) * 1.2, ceilD(roofHeight * 40.0) + 14.0);
  if (melting)
    top = top - 2.0;
  if (top <= 2.0)
    return {0, 0, false};
  f64 bottom = (f64(seaLevel) - top) - 7.0;
  return {toI32(top + f64(seaLevel)), toI32(bottom)};
}

/// The iceberg of a column; `melting()` is asked for where it matters.
template <class System, class Melting>
TERRANE_FN IcebergReach icebergAt(const System &system, i32 blockX, i32 blockZ, i32 seaLevel,
                                  Melting &&melting) {
  f64 x = f64(blockX), z = f64(blockZ);
  f64 width = extensionWidth(system.noise(SystemNoise::IcebergSurface, x, 0.0, z),
                             system.noise(SystemNoise::IcebergPillar, x * 1.28, 0.0, z * 1.28));
  if (width <= minIcebergWidth)
    return {0, 0, false};
  f32 roof = system.noise(SystemNoise::IcebergPillarRoof, x * 1.17, 0.0, z * 1.17);
  return icebergReach(width, roof, seaLevel, melting());
}

/// Places an iceberg's part in a column. `surface` is the column's height when its walk began;
/// `random` is a fresh generator of the column.
template <class Column, class Generator>
TERRANE_FN void growIceberg(Column &column, const NamedStates &named, i32 seaLevel, i32 surface,
                            i32 minSurfaceLevel, const IcebergReach &reach, Generator random) {
  i32 maxSnow = 2 + random.nextInt(4);
  i32 minSnowY = wrapAdd(wrapAdd(seaLevel, 18), random.nextInt(10));
  i32 snow = 0;
  // Below the level the game only goes on drawing, which nobody sees: the generator ends here.
  // Above it the draws, and the snow they lead to, count for the blocks further down.
  i32 last = imax(minSurfaceLevel, column.minY());
  for (i32 y = imax(surface, wrapAdd(reach.top, 1)); y >= last; --y) {
    u8 flags = column.flags(column.get(y));
    bool candidate =
        ((flags & StateAir) && y < reach.top && random.nextDouble() > 0.01) ||
        ((flags & StateWater) && y > reach.bottom && y < seaLevel && random.nextDouble() > 0.15);
    if (!candidate)
      continue;
    bool isSnow = snow <= maxSnow && y > minSnowY;
    if (isSnow)
      ++snow;
    column.set(y, isSnow ? named.snowBlock : named.packedIce);
  }
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_EXTENSION_OPS_H
