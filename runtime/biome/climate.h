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

struct ClimateTarget {
  i64 values[6];
};

/// Closed intervals.
struct ClimateBox {
  i64 lo[numClimateDimensions], hi[numClimateDimensions];
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_CLIMATE_H
