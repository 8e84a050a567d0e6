//===- stack.h - A list of noise layers and its two evaluations (spec 20, 7) -===//
//
// Kernel-safe. The point and the volume form associate the product of block coordinate, scale and
// frequency differently, and can differ in the last bits where neither factor is a power of two.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_NOISE_STACK_H
#define TERRANE_RUNTIME_NOISE_STACK_H

#include "runtime/chunk/volume.h"
#include "runtime/noise/smeared.h"

namespace terrane::rt {

struct NoiseLayer {
  PerlinTable table;
  f64 frequency;
  f32 amplitude;
  f64 smear;    ///< the smear width; 0: plain Perlin noise
  f64 perSmear; ///< 1 / smear, rounded, where it is not 0
};

/// A view of layers in order of evaluation; the owner is `Noise` (noise.h).
struct NoiseStack {
  const NoiseLayer *layers;
  i32 count;
};

/// One layer's noise at a position that already has the frequency in it; without the amplitude.
TERRANE_FN f32 layerGet(const NoiseLayer &layer, f64 x, f64 y, f64 z) {
  return layer.smear == 0.0 ? perlinGet(layer.table, x, y, z) // exact: no smear is stored as 0
                            : smearedGet(layer.table, layer.smear, layer.perSmear, x, y, z);
}

/// Point form (7.1). The sum starts at +0 and so is never -0.
TERRANE_LARGE_FN f32 stackGet(NoiseStack stack, f64 x, f64 y, f64 z) {
  f32 sum = 0.0f;
  for (i32 i = 0; i < stack.count; ++i) {
    const NoiseLayer &layer = stack.layers[i];
    f64 f = layer.frequency;
    sum = sum + layer.amplitude * layerGet(layer, x * f, y * f, z * f);
  }
  return sum;
}

/// Point form in two dimensions: the layers' 2-D calls, y = 0.
TERRANE_FN f32 stackGet2(NoiseStack stack, f64 x, f64 z) {
  f32 sum = 0.0f;
  for (i32 i = 0; i < stack.count; ++i) {
    const NoiseLayer &layer = stack.layers[i];
    f64 f = layer.frequency;
    sum = sum + layer.amplitude * layerGet(layer, x * f, 0.0, z * f);
  }
  return sum;
}

/// One layer's part of the volume form at one block (6.5, 7.2): `xzScale` and `yScale` already have
/// the frequency in them. A cell's sum of `amplitude * layer.amplitude * this` over the layers, in
/// order and from the buffer's old value, is all that the volume form does to it.
TERRANE_FN f32 layerAtBlock(const NoiseLayer &layer, i32 bx, i32 by, i32 bz, f64 xzScale,
                            f64 yScale) {
  return layerGet(layer, f64(bx) * xzScale, f64(by) * yScale, f64(bz) * xzScale);
}

/// Volume form (7.2), layer by layer: adds to `out`, which has `volume.count()` entries in the
/// volume's index order.
TERRANE_FN void stackAddVolume(NoiseStack stack, f32 *out, const Volume &volume, f64 xzScale,
                               f64 yScale, f32 amplitude) {
  for (i32 l = 0; l < stack.count; ++l) {
    const NoiseLayer &layer = stack.layers[l];
    f64 layerXz = xzScale * layer.frequency, layerY = yScale * layer.frequency;
    f32 layerAmplitude = amplitude * layer.amplitude;
    f32 *cell = out;
    for (i32 k = 0; k < volume.sz; ++k)
      for (i32 i = 0; i < volume.sx; ++i)
        for (i32 j = 0; j < volume.sy; ++j, ++cell)
          *cell = *cell + layerAmplitude * layerAtBlock(layer, volume.blockX(i), volume.blockY(j),
                                                        volume.blockZ(k), layerXz, layerY);
  }
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_STACK_H
