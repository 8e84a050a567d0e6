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

/// The noise at a position, not yet wrapped; `width` > 0. The limit of the smear uses the raw y,
/// without wrap and without the table's offset. The difference is narrowed as a whole.
TERRANE_FN f32 smearedGet(const PerlinTable &table, f64 width, f64 x, f64 y, f64 z) {
  LatticeAxis ax = latticeAxis(wrapCoordinate(x), table.ox);
  LatticeAxis ay = latticeAxis(wrapCoordinate(y), table.oy);
  LatticeAxis az = latticeAxis(wrapCoordinate(z), table.oz);
  f64 limit = y >= 0.0 && y < ay.rest ? y : ay.rest;
  // The summand is the f64 of 1.0E-7f, not of 1.0E-7.
  f64 q = f64(floorI(limit / width + f64(1.0E-7f))) * width;
  return perlinKernel(table.perm, ax.cell, ay.cell, az.cell, f32(ax.rest), f32(ay.rest - q),
                      f32(az.rest), f32(ay.rest));
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_SMEARED_H
