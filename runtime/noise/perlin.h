//===- perlin.h - Perlin noise (spec 20, 6) -------------------------------===//
//
// Kernel-safe. Up to the cell everything is f64, after it everything is f32; the narrowing of the
// position within the cell is the only one.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_NOISE_PERLIN_H
#define TERRANE_RUNTIME_NOISE_PERLIN_H

#include "runtime/math/java.h"

namespace terrane::rt {

/// Offsets in [0, 256) and a permutation of 0..255 (spec 20, 5.3).
struct PerlinTable {
  f64 ox, oy, oz;
  u8 perm[256];
};

/// Any i32, also negative, is taken modulo 256.
TERRANE_FN i32 permute(const u8 *perm, i32 k) {
  return perm[k & 255];
}

/// Brings a coordinate near the origin by multiples of 2^25 (spec 20, 6.1). The limit is the double
/// just below 2^24; the floor stays in f64.
TERRANE_FN f64 wrapCoordinate(f64 x) {
  const f64 limit = 0x1.fffffffffffffp+23;
  if (x >= -limit && x < limit)
    return x;
  return x - floorD(x / 33554432.0 + 0.5) * 33554432.0;
}

/// wrapCoordinate of all three, with one test where there is nothing to do, as there mostly is.
TERRANE_FN void wrapCoordinates(f64 &x, f64 &y, f64 &z) {
  const f64 limit = 0x1.fffffffffffffp+23;
  if (absD(x) < limit && absD(y) < limit && absD(z) < limit)
    return;
  x = wrapCoordinate(x);
  y = wrapCoordinate(y);
  z = wrapCoordinate(z);
}

/// One axis of a lattice cell: its index, and the position within it before narrowing. A position
/// may become exactly 1 by narrowing; that is kept.
struct LatticeAxis {
  i32 cell;
  f64 rest;
};

/// `wrapped` has gone through wrapCoordinate, so the index is far from the limits of i32.
///
/// Without conversions, which are slow on a device. Exact: of |c| < 2^51 the sum with 1.5 2^52 is c
/// rounded to a whole number, whose low 32 bits are the sum's; that number is the floor or one
/// above it. A NaN stays one in the rest, and then the cell shows nowhere.
TERRANE_FN LatticeAxis latticeAxis(f64 wrapped, f64 offset) {
  const f64 c = wrapped + offset, unit = 0x1.8p52;
  const f64 sum = c + unit, near = sum - unit;
  const bool above = near > c;
  return {wrapSub(i32(u32(bitsOf(sum))), i32(above)), c - (near - (above ? 1.0 : 0.0))};
}

/// The gradient of a hash (spec 20, 5.3; only the low four bits count) times (x, y, z). Every
/// gradient has two components +-1 and one 0, so the product is one rounded sum whatever its
/// association; the sign of a zero may differ, which no sum of layers can show (7.3). A NaN in the
/// unused component reaches the result through the interpolation weights.
TERRANE_FN f32 gradientDot(i32 hash, f32 x, f32 y, f32 z) {
  i32 h = hash & 15;
  f32 u = h < 8 ? x : y;
  f32 v = h < 4 ? y : (h == 12 || h == 14) ? x : z;
  u = fromBits(bitsOf(u) ^ (u32(h & 1) << 31));
  v = fromBits(bitsOf(v) ^ (u32(h & 2) << 30));
  return u + v;
}

/// The kernel (spec 20, 6.3): a cell, the position in it for the gradients, and `ty`, the y
/// position for the interpolation weight, which equals `ry` except in smeared noise.
TERRANE_FN f32 perlinKernel(const u8 *perm, i32 ix, i32 iy, i32 iz, f32 rx, f32 ry, f32 rz,
                            f32 ty) {
  i32 x0 = permute(perm, ix), x1 = permute(perm, wrapAdd(ix, 1));
  i32 y00 = wrapAdd(permute(perm, wrapAdd(x0, iy)), iz);
  i32 y01 = wrapAdd(permute(perm, wrapAdd(x0 + 1, iy)), iz);
  i32 y10 = wrapAdd(permute(perm, wrapAdd(x1, iy)), iz);
  i32 y11 = wrapAdd(permute(perm, wrapAdd(x1 + 1, iy)), iz);
  f32 sx = rx - 1.0f, sy = ry - 1.0f, sz = rz - 1.0f;
  f32 d000 = gradientDot(permute(perm, y00), rx, ry, rz);
  f32 d100 = gradientDot(permute(perm, y10), sx, ry, rz);
  f32 d010 = gradientDot(permute(perm, y01), rx, sy, rz);
  f32 d110 = gradientDot(permute(perm, y11), sx, sy, rz);
  f32 d001 = gradientDot(permute(perm, wrapAdd(y00, 1)), rx, ry, sz);
  f32 d101 = gradientDot(permute(perm, wrapAdd(y10, 1)), sx, ry, sz);
  f32 d011 = gradientDot(permute(perm, wrapAdd(y01, 1)), rx, sy, sz);
  f32 d111 = gradientDot(permute(perm, wrapAdd(y11, 1)), sx, sy, sz);
  return lerp3(smoothstep(rx), smoothstep(ty), smoothstep(rz), d000, d100, d010, d110, d001, d101,
               d011, d111);
}

/// The noise at a position in the table's own coordinates, not yet wrapped (spec 20, 6.4).
TERRANE_FN f32 perlinGet(const PerlinTable &table, f64 x, f64 y, f64 z) {
  wrapCoordinates(x, y, z);
  LatticeAxis ax = latticeAxis(x, table.ox);
  LatticeAxis ay = latticeAxis(y, table.oy);
  LatticeAxis az = latticeAxis(z, table.oz);
  f32 ry = f32(ay.rest);
  return perlinKernel(table.perm, ax.cell, ay.cell, az.cell, f32(ax.rest), ry, f32(az.rest), ry);
}

/// The 2-D call is the 3-D call with y = 0.
TERRANE_FN f32 perlinGet2(const PerlinTable &table, f64 x, f64 z) {
  return perlinGet(table, x, 0.0, z);
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_PERLIN_H
