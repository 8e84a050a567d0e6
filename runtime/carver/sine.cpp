//===- sine.cpp - The game's sine table (spec 60, 3) ----------------------===//

#include "runtime/carver/sine.h"

#include <cmath>

namespace terrane::rt {

/// The nearest entry to a rounding boundary is 4.6e-6 of a float's last place away, far more than
/// what libraries of sines differ by: any of them gives this table.
static std::array<f32, 65536> makeTable() {
  std::array<f32, 65536> table;
  for (i32 i = 0; i < 65536; ++i)
    // exact: see above: any library gives this table
    table[i] = f32(std::sin(f64(i) / 10430.378350470453));
  return table;
}

const std::array<f32, 65536> &sineTable() {
  static const std::array<f32, 65536> table = makeTable();
  return table;
}

} // namespace terrane::rt
