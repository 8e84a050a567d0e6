//===- substance_ops.h - What fills a block between aquifer centres (spec 30, 6.4 and 6.5) -===//
//
// Kernel-safe. Templates over a `World` as of cell_ops.h; of its samples they take
//
//   f32 barrier(i32 x, i32 y, i32 z)
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_AQUIFER_SUBSTANCE_OPS_H
#define TERRANE_RUNTIME_AQUIFER_SUBSTANCE_OPS_H

#include "runtime/aquifer/fluid.h"
#include "runtime/aquifer/pressure.h"

namespace terrane::rt {

/// A state or `solid`, and whether it asks for a fluid update.
struct Substance {
  static constexpr i32 solid = -1; ///< the default block
  i32 state;
  bool schedule;
};

/// Whether the block below y is lava wherever there are no aquifers.
template <class World> TERRANE_FN bool beginsLava(const World &world, i32 y) {
  return world.flags(world.picker().at(y - 1)) & StateLava;
}

/// Steps 5 to 11 of 6.4, where the density is not above 0. `nearest` as Nearest, `statusOf` gives
/// the Fluid of a candidate.
template <class World, class Ranks, class StatusOf>
TERRANE_FN Substance amongNearest(World &world, i32 x, i32 y, i32 z, f64 density,
                                  const Ranks &nearest, const StatusOf &statusOf) {
  auto status = [&](i32 rank) -> Fluid { return statusOf(nearest.candidate(rank)); };
  auto difference = [&](i32 nearer, i32 farther) {
    return wrapSub(nearest.distance(farther), nearest.distance(nearer));
  };

  bool haveBarrier = false;
  f64 barrier = 0.0;
  auto pressure = [&](const Fluid &a, const Fluid &b) {
    u8 flagsA = world.flags(a.at(y)), flagsB = world.flags(b.at(y));
    if ((flagsA & StateLava && flagsB & StateWater) || (flagsA & StateWater && flagsB & StateLava))
      return 2.0;
    i32 apart = wrapSub(a.level, b.level);
    if (apart == 0)
      return 0.0;
    f64 gradient =
        wallGradient(wrapAdd(a.level, b.level), apart < 0 ? wrapSub(0, apart) : apart, y);
    if (gradient < -2.0 || gradient > 2.0)
      return 2.0 * (0.0 + gradient);
    if (!haveBarrier) {
      barrier = f64(world.barrier(x, y, z));
      haveBarrier = !isNaN(barrier);
    }
    return 2.0 * (barrier + gradient);
  };

  Fluid first = status(0);
  StateId fluid = first.at(y);
  i32 d12 = difference(0, 1);
  if (d12 >= dissimilar)
    return {fluid, d12 <= flowing && first != status(1)};
  if (world.flags(fluid) & StateWater && beginsLava(world, y))
    return {fluid, true};

  // Between equal statuses there is no pressure: 0.0 times a similarity leaves the density, which
  // is not above 0.
  const Substance wall = {Substance::solid, false};
  Fluid second = status(1);
  bool apart12 = first != second;
  if (apart12 && density + similarity(d12) * pressure(first, second) > 0.0)
    return wall;
  Fluid third = status(2);
  i32 d13 = difference(0, 2);
  bool apart13 = first != third;
  if (apart13 && d13 < dissimilar &&
      density + (similarity(d12) * similarity(d13)) * pressure(first, third) > 0.0)
    return wall;
  i32 d23 = difference(1, 2);
  bool apart23 = second != third;
  if (apart23 && d23 < dissimilar &&
      density + (similarity(d12) * similarity(d23)) * pressure(second, third) > 0.0)
    return wall;

  bool schedule = apart12 || (d23 <= flowing && apart23) || (d13 <= flowing && apart13) ||
                  (d13 <= flowing && difference(0, 3) <= flowing && first != status(3));
  return {fluid, schedule};
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_AQUIFER_SUBSTANCE_OPS_H
