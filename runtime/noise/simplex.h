//===- simplex.h - Simplex noise in two and three dimensions (spec 20, 10) -===//
//
// Kernel-safe. All in f64, without a wrap of the coordinates; the result alone is narrowed.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_NOISE_SIMPLEX_H
#define TERRANE_RUNTIME_NOISE_SIMPLEX_H

#include "runtime/math/java.h"

namespace terrane::rt {

/// Offsets (zero where they were discarded) and a permutation of 0..255 (spec 20, 5.3).
struct SimplexTable {
  f64 ox, oy, oz;
  u8 perm[256];

  /// `P(k)`: any i32, also negative, is taken modulo 256.
  TERRANE_FN i32 at(i32 k) const { return perm[k & 255]; }
};

/// A corner's part; `gradient` is 0..11, in the table of spec 20, 5.3.
TERRANE_FN f64 simplexCorner(i32 gradient, f64 x, f64 y, f64 z, f64 base) {
  f64 t = ((base - x * x) - y * y) - z * z;
  if (t < 0.0)
    return 0.0;
  t = t * t;
  f64 gx = gradient < 8 ? (gradient & 1 ? -1.0 : 1.0) : 0.0;
  f64 gy = gradient < 4   ? (gradient & 2 ? -1.0 : 1.0)
           : gradient < 8 ? 0.0
                          : (gradient & 1 ? -1.0 : 1.0);
  f64 gz = gradient < 4 ? 0.0 : (gradient & 2 ? -1.0 : 1.0);
  return (t * t) * ((gx * x + gy * y) + gz * z);
}

TERRANE_FN f32 simplexGet2(const SimplexTable &table, f64 px, f64 py) {
  const f64 skew = 0x1.76cf5d0b09954p-2;   // (sqrt(3) - 1) / 2
  const f64 unskew = 0x1.b0cb174df99c8p-3; // (3 - sqrt(3)) / 6
  f64 x = px + table.ox, y = py + table.oy;
  f64 s = (x + y) * skew;
  i32 i = floorI(x + s), j = floorI(y + s);
  f64 t = f64(wrapAdd(i, j)) * unskew;
  f64 x0 = x - (f64(i) - t), y0 = y - (f64(j) - t);
  i32 i1 = x0 > y0 ? 1 : 0, j1 = 1 - i1;
  f64 x1 = (x0 - f64(i1)) + unskew, y1 = (y0 - f64(j1)) + unskew;
  f64 x2 = (x0 - 1.0) + 2.0 * unskew, y2 = (y0 - 1.0) + 2.0 * unskew;
  i32 ci = i & 255, cj = j & 255;
  i32 g0 = table.at(ci + table.at(cj)) % 12;
  i32 g1 = table.at(ci + i1 + table.at(cj + j1)) % 12;
  i32 g2 = table.at(ci + 1 + table.at(cj + 1)) % 12;
  f64 n0 = simplexCorner(g0, x0, y0, 0.0, 0.5);
  f64 n1 = simplexCorner(g1, x1, y1, 0.0, 0.5);
  f64 n2 = simplexCorner(g2, x2, y2, 0.0, 0.5);
  return f32(70.0 * ((n0 + n1) + n2));
}

TERRANE_FN f32 simplexGet3(const SimplexTable &table, f64 px, f64 py, f64 pz) {
  const f64 third = 0x1.5555555555555p-2, sixth = 0x1.5555555555555p-3;
  f64 x = px + table.ox, y = py + table.oy, z = pz + table.oz;
  f64 s = ((x + y) + z) * third;
  i32 i = floorI(x + s), j = floorI(y + s), k = floorI(z + s);
  f64 t = f64(wrapAdd(wrapAdd(i, j), k)) * sixth;
  f64 x0 = x - (f64(i) - t), y0 = y - (f64(j) - t), z0 = z - (f64(k) - t);

  // The steps to the second and the third corner, as bits x = 1, y = 2, z = 4.
  i32 a, b;
  if (x0 >= y0) {
    a = y0 >= z0 || x0 >= z0 ? 1 : 4;
    b = y0 >= z0 ? 3 : 5;
  } else {
    a = y0 < z0 ? 4 : 2;
    b = y0 < z0 || x0 < z0 ? 6 : 3;
  }
  i32 i1 = a & 1, j1 = a >> 1 & 1, k1 = a >> 2;
  i32 i2 = b & 1, j2 = b >> 1 & 1, k2 = b >> 2;
  f64 x1 = (x0 - f64(i1)) + sixth, y1 = (y0 - f64(j1)) + sixth, z1 = (z0 - f64(k1)) + sixth;
  f64 x2 = (x0 - f64(i2)) + third, y2 = (y0 - f64(j2)) + third, z2 = (z0 - f64(k2)) + third;
  f64 x3 = (x0 - 1.0) + 0.5, y3 = (y0 - 1.0) + 0.5, z3 = (z0 - 1.0) + 0.5;

  i32 ci = i & 255, cj = j & 255, ck = k & 255;
  i32 g0 = table.at(ci + table.at(cj + table.at(ck))) % 12;
  i32 g1 = table.at(ci + i1 + table.at(cj + j1 + table.at(ck + k1))) % 12;
  i32 g2 = table.at(ci + i2 + table.at(cj + j2 + table.at(ck + k2))) % 12;
  i32 g3 = table.at(ci + 1 + table.at(cj + 1 + table.at(ck + 1))) % 12;
  f64 n0 = simplexCorner(g0, x0, y0, z0, 0.6);
  f64 n1 = simplexCorner(g1, x1, y1, z1, 0.6);
  f64 n2 = simplexCorner(g2, x2, y2, z2, 0.6);
  f64 n3 = simplexCorner(g3, x3, y3, z3, 0.6);
  return f32(32.0 * (((n0 + n1) + n2) + n3));
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_SIMPLEX_H
