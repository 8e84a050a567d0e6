//===- blended.h - The three noises of `old_blended_noise` (spec 20, 9) ---===//
//
// The node's value is an interpolation of three plain noise nodes:
//   t = clamp(N(main, mainXz, mainY) + 0.5, 0, 1), p = N(low, xz, y), q = N(high, xz, y);
//   t = 0: p; t = 1: q; otherwise p + t * (q - p).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_NOISE_BLENDED_H
#define TERRANE_RUNTIME_NOISE_BLENDED_H

#include "runtime/noise/noise.h"

namespace terrane::rt {

/// The fields of the node; in range by construction where they came through the reader.
struct BlendedParameters {
  f64 xzScale, yScale, xzFactor, yFactor;
  f64 smear; ///< smear_scale_multiplier
};

/// Immutable once built, free to share between threads. The `numbers` of the three noises are
/// unused.
struct BlendedNoise {
  Noise low, high, main;
  f64 xzScale, yScale;         ///< of low and high
  f64 mainXzScale, mainYScale; ///< of main
  F32Range range;              ///< what the node reports

  /// At a block, on the point path; the volume path gives the same bits (9).
  f32 value(i32 x, i32 y, i32 z) const;
};

/// What the node reports, without building it.
F32Range blendedRange(const BlendedParameters &parameters);

/// `random` is the world's terrain generator (WorldRandom::terrain).
BlendedNoise makeBlended(Random random, const BlendedParameters &parameters);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_BLENDED_H
