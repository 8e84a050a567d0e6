//===- smeared.h - Smeared Perlin noise (spec 20, 8) ----------------------===//
//
// Kernel-safe. Perlin noise whose gradients see a y position cut into steps of the smear width,
// while the interpolation weight sees the true one.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_NOISE_SMEARED_H
#define TERRANE_RUNTIME_NOISE_SMEARED_H

#include "runtime/noise/perlin.h"

namespace terrane::rt {

/// floorI(limit / width + 1.0E-7f) as f64, with `perWidth` the rounded 1 / width: how many whole
/// widths the gradients leave out.
///
/// Mostly without the division, which is slow. Exact: the product with `perWidth` is within 2^-51
/// of the quotient's size of it, so for sums below 2^20 both sums are nearer than 2^-30. Where that
/// one is further from every whole number, as its way from the nearest one tells (latticeAxis),
/// both have one floor. All else is divided: higher sums, those below 0, infinities and NaN.
TERRANE_FN f64 wholeWidths(f64 limit, f64 width, f64 perWidth) {
  // The f64 of 1.0E-7f, not of 1.0E-7.
  const f64 summand = f64(1.0E-7f), unit = 0x1.8p52;
  const f64 sum = limit * perWidth + summand, near = (sum + unit) - unit, way = sum - near;
  // The exponents of 2^20 and of 2^-30.
  if (u32(bitsOf(sum) >> 32) < 0x41300000u && (u32(bitsOf(way) >> 32) & 0x7FFFFFFFu) >= 0x3E100000u)
    return near + masked(-1.0, signMask(way));
  return f64(floorI(limit / width + summand));
}

/// The noise at a position, not yet wrapped; `width` > 0. The limit of the smear uses the raw y,
/// without wrap and without the table's offset. The difference is narrowed as a whole.
TERRANE_FN f32 smearedGet(const PerlinTable &table, f64 width, f64 perWidth, f64 x, f64 y, f64 z) {
  f64 wrappedY = y;
  wrapCoordinates(x, wrappedY, z);
  LatticeAxis ax = latticeAxis(x, table.ox);
  LatticeAxis ay = latticeAxis(wrappedY, table.oy);
  LatticeAxis az = latticeAxis(z, table.oz);
  f64 limit = y >= 0.0 && y < ay.rest ? y : ay.rest;
  f64 q = wholeWidths(limit, width, perWidth) * width;
  return perlinKernel(table.pairs, ax.cell, ay.cell, az.cell, f32(ax.rest), f32(ay.rest - q),
                      f32(az.rest), f32(ay.rest));
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_SMEARED_H
