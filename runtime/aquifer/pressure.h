//===- pressure.h - Walls between aquifers (spec 30, 6.4 and 6.5) ---------===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_AQUIFER_PRESSURE_H
#define TERRANE_RUNTIME_AQUIFER_PRESSURE_H

#include "runtime/math/java.h"

namespace terrane::rt {

/// Of two centres, by how much the squared distance of the second is larger.
TERRANE_FN f64 similarity(i32 difference) {
  return 1.0 - f64(difference) / 25.0;
}

/// The difference of squared distances from which a similarity is 0 or less.
constexpr i32 dissimilar = 25;
/// The largest one whose similarity reaches FLOW = similarity(144 - 100). A similarity does not
/// increase with the difference, and that of 45, -0.8, is less than that of 44, -0.76.
constexpr i32 flowing = 44;

/// Spec 30, 6.5, steps 3 and 4: of two levels with this sum and difference (not 0; negative where
/// the absolute value has wrapped).
TERRANE_FN f64 wallGradient(i32 sum, i32 difference, i32 y) {
  f64 average = 0.5 * f64(sum);
  f64 height = (f64(y) + 0.5) - average;
  f64 e = f64(difference) / 2.0 - absD(height);
  if (height > 0.0) {
    f64 c = 0.0 + e;
    return c > 0.0 ? c / 1.5 : c / 2.5;
  }
  f64 c = 3.0 + e;
  return c > 0.0 ? c / 3.0 : c / 10.0;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_AQUIFER_PRESSURE_H
