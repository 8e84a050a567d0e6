//===- system_ops.h - The material step's formulas for a column (spec 40, 2 and 5) -===//
//
// Kernel-safe. `System` has `f32 noise(SystemNoise, f64 x, f64 y, f64 z) const`. Coordinates are
// blocks.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_SYSTEM_OPS_H
#define TERRANE_RUNTIME_MATERIAL_SYSTEM_OPS_H

#include "runtime/chunk/terrain.h"
#include "runtime/math/java.h"

namespace terrane::rt {

constexpr i32 numClayBands = 192;

/// `draw`: the first double of the world's generator at (x, 0, z).
template <class System>
TERRANE_FN i32 surfaceDepthAt(const System &system, f64 draw, i32 x, i32 z) {
  f64 n = f64(system.noise(SystemNoise::Surface, f64(x), 0.0, f64(z)));
  return toI32((n * 2.75 + 3.0) + draw * 0.25);
}

template <class System> TERRANE_FN f64 surfaceSecondaryAt(const System &system, i32 x, i32 z) {
  return f64(system.noise(SystemNoise::SurfaceSecondary, f64(x), 0.0, f64(z)));
}

/// `level`: the value of chunk_surface_level.
TERRANE_FN i32 minSurfaceLevelOf(f32 level, i32 surfaceDepth) {
  return wrapSub(wrapAdd(floorI(f64(level)), surfaceDepth), 8);
}

/// By how many blocks the bands are shifted in a column.
template <class System> TERRANE_FN i32 bandOffsetAt(const System &system, i32 x, i32 z) {
  f32 shift = system.noise(SystemNoise::ClayBandsOffset, f64(x), 0.0, f64(z)) * 4.0f;
  return floorI(f64(shift) + 0.5);
}

/// The band at `y`; below 0 under the bands, where the game fails.
TERRANE_FN i32 bandIndex(i32 y, i32 offset) {
  return wrapAdd(wrapAdd(y, offset), numClayBands) % numClayBands;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_SYSTEM_OPS_H
