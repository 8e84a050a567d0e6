//===- end_islands.h - The outer islands of the end (spec 10, 7.6) --------===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_NOISE_END_ISLANDS_H
#define TERRANE_RUNTIME_NOISE_END_ISLANDS_H

#include "runtime/noise/simplex.h"

namespace terrane::rt {

/// The value at a block column; y plays no part. Divisions and remainders truncate.
TERRANE_FN f32 endOuterIslands(const SimplexTable &table, i32 x, i32 z) {
  i32 u = x / 8, w = z / 8;
  i32 cx = u / 2, cz = w / 2;
  i32 ux = u % 2, uz = w % 2;
  f32 best = -100.0f;
  for (i32 i = -12; i <= 12; ++i) {
    for (i32 j = -12; j <= 12; ++j) {
      i64 a = cx + i, b = cz + j;
      if (a * a + b * b <= 4096)
        continue;
      if (!(simplexGet2(table, f64(a), f64(b)) < -0.9f))
        continue;
      f32 size = absF(f32(a)) * 3439.0f + absF(f32(b)) * 147.0f;
      // Sums and products of whole numbers round to whole numbers, here below 2^39: the integer
      // remainder is the exact one.
      f32 k = f32(i64(size) % 13) + 9.0f; // exact: below 2^39, see above
      f32 dx = f32(ux - 2 * i), dz = f32(uz - 2 * j);
      f32 h = 100.0f - sqrtF(dx * dx + dz * dz) * k;
      best = jmax(best, clampf(h, -100.0f, 80.0f));
    }
  }
  return (best - 8.0f) / 128.0f;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_END_ISLANDS_H
