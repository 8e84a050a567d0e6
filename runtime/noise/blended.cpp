//===- blended.cpp - The three noises of `old_blended_noise` (spec 20, 9) -===//

#include "runtime/noise/blended.h"

#include "runtime/noise/perlin_build.h"

namespace terrane::rt {

namespace {

constexpr f64 limitTotal = 0.9999847412109375; // 65535 / 65536
constexpr i32 limitOctaves = 16;

/// The first layer has the highest frequency and the smallest amplitude.
Noise stack(Random &random, i32 octaves, f64 width, f64 total) {
  Noise noise;
  f64 frequency = 1.0;
  f64 amplitude = total / f64((i64(1) << octaves) - 1);
  for (i32 i = 0; i < octaves; ++i) {
    const f64 smear = width * frequency;
    noise.layers.push_back({buildPerlin(random), frequency, f32(amplitude), smear, 1.0 / smear});
    frequency = frequency / 2.0;
    amplitude = amplitude * 2.0;
  }
  return noise;
}

/// Covers the limit noises; the interpolation between them cannot leave it.
F32Range limitRange(f64 width) {
  F32Range range = {0.0f, 0.0f};
  f64 frequency = 1.0;
  f64 amplitude = limitTotal / 65535.0;
  for (i32 i = 0; i < limitOctaves; ++i) {
    f32 r = f32(absD(width * frequency) + 2.0);
    f32 a = f32(amplitude);
    range.lo = range.lo + -r * a;
    range.hi = range.hi + r * a;
    frequency = frequency / 2.0;
    amplitude = amplitude * 2.0;
  }
  return range;
}

} // namespace

F32Range blendedRange(const BlendedParameters &p) {
  return limitRange((684.412 * p.yScale) * p.smear);
}

BlendedNoise makeBlended(Random random, const BlendedParameters &p) {
  BlendedNoise noise;
  noise.xzScale = 684.412 * p.xzScale;
  noise.yScale = 684.412 * p.yScale;
  noise.mainXzScale = noise.xzScale / p.xzFactor;
  noise.mainYScale = noise.yScale / p.yFactor;
  f64 limitWidth = noise.yScale * p.smear;
  f64 mainWidth = limitWidth / p.yFactor;
  noise.low = stack(random, limitOctaves, limitWidth, limitTotal);
  noise.high = stack(random, limitOctaves, limitWidth, limitTotal);
  noise.main = stack(random, 8, mainWidth, 12.75);
  noise.range = limitRange(limitWidth);
  return noise;
}

f32 BlendedNoise::value(i32 x, i32 y, i32 z) const {
  auto node = [&](const Noise &noise, f64 xz, f64 ys) {
    return stackGet(noise.view(), f64(x) * xz, f64(y) * ys, f64(z) * xz);
  };
  f32 t = clampf(node(main, mainXzScale, mainYScale) + 0.5f, 0.0f, 1.0f);
  if (t == 0.0f) // exact: clamped values meet the ends
    return node(low, xzScale, yScale);
  f32 q = node(high, xzScale, yScale);
  // p + 1 * (q - p) is not always q.
  // exact: clamped values meet the ends
  return t == 1.0f ? q : lerp(t, node(low, xzScale, yScale), q);
}

} // namespace terrane::rt
