//===- fluid.h - Fluid levels and the fluid picker (spec 30, 6) -----------===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_AQUIFER_FLUID_H
#define TERRANE_RUNTIME_AQUIFER_FLUID_H

#include "runtime/chunk/terrain.h"
#include "runtime/math/java.h"

namespace terrane::rt {

/// The level of an aquifer without fluid.
constexpr i32 wayBelow = -32512;

/// A fluid up to a level: `state` at y below it, air from there on.
struct Fluid {
  i32 level;
  StateId state;

  TERRANE_FN StateId at(i32 y) const { return y < level ? state : airState; }
  TERRANE_FN bool operator==(const Fluid &other) const {
    return level == other.level && state == other.state;
  }
  TERRANE_FN bool operator!=(const Fluid &other) const { return !(*this == other); }
};

/// The fluid of a place without aquifers: lava below -54 (or the sea level, if that is lower), the
/// sea above. It depends on y alone.
struct FluidPicker {
  Fluid lava, sea;
  i32 lavaFloor; ///< first y of the sea

  FluidPicker() = default;
  TERRANE_FN FluidPicker(i32 seaLevel, const NamedStates &named)
      : lava{-54, named.lava}, sea{seaLevel, named.defaultFluid}, lavaFloor(imin(-54, seaLevel)) {}

  TERRANE_FN Fluid pick(i32 y) const { return y < lavaFloor ? lava : sea; }
  TERRANE_FN StateId at(i32 y) const { return pick(y).at(y); }
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_AQUIFER_FLUID_H
