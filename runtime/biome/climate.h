//===- climate.h - Quantised climate (spec 50, 2 and 3) -------------------===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_BIOME_CLIMATE_H
#define TERRANE_RUNTIME_BIOME_CLIMATE_H

#include "runtime/math/java.h"

namespace terrane::rt {

/// Temperature, humidity, continentalness, erosion, depth, weirdness, in this order everywhere; the
/// seventh dimension of a box is its offset, of a target 0.
constexpr i32 numClimateDimensions = 7;
constexpr i32 numTargetDimensions = 6;

struct ClimateTarget {
  i64 values[numTargetDimensions];
};

/// Closed intervals.
struct ClimateBox {
  i64 lo[numClimateDimensions], hi[numClimateDimensions];
};

/// A node of a search tree in depth-first pre-order.
struct SearchNode {
  ClimateBox box;
  i32 leaf; ///< index into the list of entries; -1 for an inner node
  i32 end;  ///< one past the last node below this one
};

/// `Q`: one product rounded to f32, then truncated and saturated. The way over f64 is exact.
TERRANE_FN i64 quantizeClimate(f32 value) {
  f32 scaled = value * 10000.0f;
  return toI64(f64(scaled));
}

/// `U`. Not the inverse of `quantizeClimate` for every integer.
TERRANE_FN f32 unquantizeClimate(i64 value) {
  return f32(value) / 10000.0f;
}

/// How far `t` is outside [lo, hi]; wraps as the game's does.
TERRANE_FN i64 intervalDistance(i64 t, i64 lo, i64 hi) {
  i64 above = wrapSub(t, hi);
  if (above > 0)
    return above;
  i64 below = wrapSub(lo, t);
  return below > 0 ? below : 0;
}

/// The sum of the squared interval distances over all seven dimensions; wraps. Exact where every
/// |t| is at most 1.1e9 and the box lies in -20000..20000.
TERRANE_FN i64 boxDistance(const ClimateBox &box, const ClimateTarget &target) {
  i64 sum = 0;
  for (i32 d = 0; d < numClimateDimensions; ++d) {
    i64 t = d < numTargetDimensions ? target.values[d] : 0;
    i64 distance = intervalDistance(t, box.lo[d], box.hi[d]);
    sum = wrapAdd(sum, wrapMul(distance, distance));
  }
  return sum;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_CLIMATE_H
