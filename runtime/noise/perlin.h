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
  u16 pairs[256]; ///< perm[k] + 256 perm[k + 1 mod 256]: a cell asks for both

  /// Makes `pairs` of `perm`.
  TERRANE_FN void pair() {
    for (i32 k = 0; k < 256; ++k)
      pairs[k] = u16(perm[k] | perm[(k + 1) & 255] << 8);
  }
};

/// Any i32, also negative, is taken modulo 256.
TERRANE_FN i32 permutedPair(const u16 *pairs, i32 k) {
  return pairs[k & 255];
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
  // The exponents and the first 20 bits behind them tell that all are below; else look closely.
  const i32 hx = i32(bitsOf(x) >> 32) & 0x7FFFFFFF, hy = i32(bitsOf(y) >> 32) & 0x7FFFFFFF,
            hz = i32(bitsOf(z) >> 32) & 0x7FFFFFFF;
  if (imax(imax(hx, hy), hz) < 0x416FFFFF)
    return;
  x = wrapCoordinate(x);
  y = wrapCoordinate(y);
  z = wrapCoordinate(z);
}

/// -1 where the sign bit is set, else 0.
TERRANE_FN i32 signMask(f64 v) {
  return i32(u32(bitsOf(v) >> 32)) >> 31;
}

/// `v`, whose lower half has no bits, where the mask is -1, and +0 where it is 0.
TERRANE_FN f64 masked(f64 v, i32 mask) {
  return fromBits(u64(u32(bitsOf(v) >> 32) & u32(mask)) << 32);
}

/// One axis of a lattice cell: its index, and the position within it before narrowing. A position
/// may become exactly 1 by narrowing; that is kept.
struct LatticeAxis {
  i32 cell;
  f64 rest;
};

/// `wrapped` has gone through wrapCoordinate, so the index is far from the limits of i32. `offset`
/// is not -0.
///
/// Without conversions, which are slow on a device, nor comparisons. Exact: of |c| < 2^51 the sum
/// with 1.5 2^52 is c rounded to a whole number, whose low 32 bits are the sum's. The way from it
/// to c is at most 1/2 and a multiple of c's last place, so no bit of it is lost; where it is below
/// 0, the floor is one less and the rest one more, which is rounded as c less the floor is. The
/// way is never -0, as c is not. A NaN stays one in the rest, and then the cell shows nowhere.
TERRANE_FN LatticeAxis latticeAxis(f64 wrapped, f64 offset) {
  const f64 c = wrapped + offset, unit = 0x1.8p52;
  const f64 sum = c + unit, way = c - (sum - unit);
  const i32 below = signMask(way);
  return {wrapAdd(i32(u32(bitsOf(sum))), below), way + masked(1.0, below)};
}

/// The gradient of a hash (spec 20, 5.3; only the low four bits count) times (x, y, z). Every
/// gradient has two components +-1 and one 0, so the product is one rounded sum whatever its
/// association; the sign of a zero may differ, which no sum of layers can show (7.3). A NaN in the
/// unused component reaches the result through the interpolation weights.
TERRANE_FN f32 gradientDot(i32 hash, f32 x, f32 y, f32 z) {
  f32 u = (hash & 8) != 0 ? y : x;
  f32 v = (hash & 12) == 0 ? y : (hash & 13) == 12 ? x : z;
  u = fromBits(bitsOf(u) ^ (u32(hash & 1) << 31));
  v = fromBits(bitsOf(v) ^ (u32(hash & 2) << 30));
  return u + v;
}

/// The kernel (spec 20, 6.3): a cell, the position in it for the gradients, and `ty`, the y
/// position for the interpolation weight, which equals `ry` except in smeared noise.
TERRANE_FN f32 perlinKernel(const u16 *pairs, i32 ix, i32 iy, i32 iz, f32 rx, f32 ry, f32 rz,
                            f32 ty) {
  // Of a sum modulo 256 only the low byte of each summand counts, of a gradient's hash only 4 bits.
  const i32 x = permutedPair(pairs, ix);
  const i32 y0 = permutedPair(pairs, wrapAdd(x, iy));
  const i32 y1 = permutedPair(pairs, wrapAdd(x >> 8, iy));
  const i32 h00 = permutedPair(pairs, wrapAdd(y0, iz));
  const i32 h10 = permutedPair(pairs, wrapAdd(y1, iz));
  const i32 h01 = permutedPair(pairs, wrapAdd(y0 >> 8, iz));
  const i32 h11 = permutedPair(pairs, wrapAdd(y1 >> 8, iz));
  f32 sx = rx - 1.0f, sy = ry - 1.0f, sz = rz - 1.0f;
  f32 d000 = gradientDot(h00, rx, ry, rz), d001 = gradientDot(h00 >> 8, rx, ry, sz);
  f32 d100 = gradientDot(h10, sx, ry, rz), d101 = gradientDot(h10 >> 8, sx, ry, sz);
  f32 d010 = gradientDot(h01, rx, sy, rz), d011 = gradientDot(h01 >> 8, rx, sy, sz);
  f32 d110 = gradientDot(h11, sx, sy, rz), d111 = gradientDot(h11 >> 8, sx, sy, sz);
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
  return perlinKernel(table.pairs, ax.cell, ay.cell, az.cell, f32(ax.rest), ry, f32(az.rest), ry);
}

/// The 2-D call is the 3-D call with y = 0.
TERRANE_FN f32 perlinGet2(const PerlinTable &table, f64 x, f64 z) {
  return perlinGet(table, x, 0.0, z);
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_PERLIN_H
