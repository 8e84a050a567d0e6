//===- cell_ops.h - Centres and fluids of aquifer cells (spec 30, 6.2, 6.3, 6.6 to 6.8) -===//
//
// Kernel-safe. Templates over what they look at, a `World`:
//
//   const FluidPicker &picker() const
//   StateId lava() const                       the default lava state
//   u8 flags(StateId) const                    of StateFlag
//   i32 surface(i32 x, i32 z)                  6.3, of the quart that has the block
//   f32 exclusion(i32 x, i32 y, i32 z)         the entries, on the point path; likewise
//                                              floodedness, spread and lavaSample
//
// They sample in the game's order, which can be seen.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_AQUIFER_CELL_OPS_H
#define TERRANE_RUNTIME_AQUIFER_CELL_OPS_H

#include "runtime/aquifer/fluid.h"
#include "runtime/aquifer/nearest.h"

namespace terrane::rt {

struct CellCentre {
  i32 x, y, z;
};

/// As a packed block position returns it: the low `bits` bits, sign-extended.
TERRANE_FN i32 unpackedCoordinate(i32 v, i32 bits) {
  return i32(u32(v) << (32 - bits)) >> (32 - bits);
}

/// The centre of the cell (gx, gy, gz). `generator` is that of the cell, not used before.
template <class Generator>
TERRANE_FN CellCentre cellCentre(Generator generator, i32 gx, i32 gy, i32 gz) {
  i32 ox = generator.nextInt(10); // three statements: the draws are in this order
  i32 oy = generator.nextInt(9);
  i32 oz = generator.nextInt(10);
  return {unpackedCoordinate(wrapAdd(wrapMul(gx, 16), ox), 26),
          unpackedCoordinate(gy * cellHeight + oy, 12),
          unpackedCoordinate(wrapAdd(wrapMul(gz, 16), oz), 26)};
}

/// skipAboveY, from the highest surface of the window.
TERRANE_FN i32 skipAboveSurface(i32 highest) {
  i32 row = floorDiv(wrapAdd(wrapAdd(highest, 8), 12), cellHeight) + 1;
  return wrapAdd(wrapMul(row, cellHeight), 11 - 1);
}

/// What the surface at the centre says about a cell.
struct CentreView {
  bool decided; ///< the status is `fluid`; no other surface is looked at
  bool wet;
  Fluid fluid;
};

template <class World>
TERRANE_FN CentreView viewCentre(const World &world, i32 centreY, i32 surface) {
  i32 adjusted = wrapAdd(surface, 8);
  if (centreY - 12 > adjusted)
    return {true, false, world.picker().pick(centreY)};
  const Fluid there = world.picker().pick(adjusted);
  bool wet = !(world.flags(there.at(adjusted)) & StateAir);
  return {wet && centreY + 12 > adjusted, wet, there};
}

/// Spec 30, 6.7.
template <class World>
TERRANE_FN i32 cellFluidLevel(World &world, const CellCentre &cell, const Fluid &global, i32 lowest,
                              bool centreWet) {
  if (f64(world.exclusion(cell.x, cell.y, cell.z)) > 0.0)
    return wayBelow;
  i32 depth = wrapSub(wrapAdd(lowest, 8), cell.y);
  f64 k = centreWet ? clampedMap(f64(depth), 0.0, 64.0, 1.0, 0.0) : 0.0;
  f64 n = clampf(f64(world.floodedness(cell.x, cell.y, cell.z)), -1.0, 1.0);
  // n is NaN where the sample is; then neither threshold is passed.
  f64 full = n - mapRange(k, 1.0, 0.0, -0.3, 0.8);
  if (full > 0.0)
    return global.level;
  f64 partly = n - mapRange(k, 1.0, 0.0, -0.8, 0.4);
  if (!(partly > 0.0))
    return wayBelow;
  i32 row = floorDiv(cell.y, 40);
  f64 spread = f64(world.spread(cell.x >> 4, row, cell.z >> 4) * 10.0f); // f32 product
  i32 step = wrapMul(floorI(spread / 3.0), 3);
  return imin(lowest, wrapAdd(row * 40 + 20, step));
}

/// Spec 30, 6.8. Whole states are compared here, not blocks.
template <class World>
TERRANE_FN StateId cellFluidType(World &world, const CellCentre &cell, const Fluid &global,
                                 i32 level) {
  if (level > -10 || level == wayBelow || global.state == world.lava())
    return global.state;
  f64 v = f64(world.lavaSample(cell.x >> 6, floorDiv(cell.y, 40), cell.z >> 6));
  return absD(v) > 0.3 ? world.lava() : global.state;
}

/// The status of a cell (6.6).
template <class World> TERRANE_FN Fluid cellStatus(World &world, const CellCentre &cell) {
  i32 lowest = world.surface(cell.x, cell.z);
  CentreView centre = viewCentre(world, cell.y, lowest);
  if (centre.decided)
    return centre.fluid;
  // The chunks around, row by row: from 2 chunks before, 3 in the middle row, to 1 after.
  for (i32 oz = -1; oz <= 1; ++oz)
    for (i32 ox = oz == 0 ? -3 : -2; ox <= 1; ++ox) {
      if (ox == 0 && oz == 0)
        continue;
      i32 s = world.surface(wrapAdd(cell.x, 16 * ox), wrapAdd(cell.z, 16 * oz));
      i32 adjusted = wrapAdd(s, 8);
      if (cell.y + 12 > adjusted) {
        const Fluid there = world.picker().pick(adjusted);
        if (!(world.flags(there.at(adjusted)) & StateAir))
          return there;
      }
      lowest = imin(lowest, s);
    }
  const Fluid global = world.picker().pick(cell.y);
  i32 level = cellFluidLevel(world, cell, global, lowest, centre.wet);
  return {level, cellFluidType(world, cell, global, level)};
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_AQUIFER_CELL_OPS_H
