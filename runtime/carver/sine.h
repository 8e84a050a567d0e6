//===- sine.h - The game's sine table (spec 60, 3) ------------------------===//

#ifndef TERRANE_RUNTIME_CARVER_SINE_H
#define TERRANE_RUNTIME_CARVER_SINE_H

#include "runtime/math/java.h"

#include <array>

namespace terrane::rt {

constexpr f32 pif = 3.1415927f, twoPif = 6.2831855f, halfPif = 1.5707964f;

/// The 65,536 entries; made at the first call. Thread-safe.
const std::array<f32, 65536> &sineTable();

/// Sine and cosine of an angle in radians, by the table: the angle is cut to an entry towards zero,
/// so the cosine is not even.
class Sine {
public:
  Sine() : table(sineTable().data()) {}
  f32 sin(f64 x) const { return table[toI64(x * 10430.378350470453) & 65535]; }
  f32 cos(f64 x) const { return table[toI64(x * 10430.378350470453 + 16384.0) & 65535]; }

private:
  const f32 *table;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_SINE_H
