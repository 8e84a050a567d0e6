//===- temperature.cpp - The temperature of a biome at a block (spec 40, 10) -===//

#include "runtime/material/temperature.h"

#include "runtime/noise/simplex_build.h"

namespace terrane::rt {

TemperatureNoise::TemperatureNoise() {
  auto build = [](Random random) { return buildSimplex(random, /*discardOffset=*/true); };
  height = build(Legacy(1234));
  ice = build(Legacy(2345));
  Random shared = Legacy(3456);
  for (SimplexTable &layer : frozenPatch)
    layer = buildSimplex(shared, /*discardOffset=*/true);
}

f32 TemperatureNoise::frozenBase(f32 temperature, i32 x, i32 z) const {
  constexpr f64 frequencies[3] = {1.0, 0.5, 0.25};
  constexpr f32 amplitudes[3] = {0x1.24924ap-3f, 0x1.24924ap-2f, 0x1.24924ap-1f}; // 1/7, 2/7, 4/7
  f64 patchX = f64(x) * 0.05, patchZ = f64(z) * 0.05;
  f32 patch = 0.0f;
  for (int i = 0; i < 3; ++i)
    patch = patch + amplitudes[i] * simplexGet2(frozenPatch[i], patchX * frequencies[i],
                                                patchZ * frequencies[i]);
  f64 large = f64(patch * 7.0f);
  f64 edge = f64(simplexGet2(ice, f64(x) * 0.2, f64(z) * 0.2));
  if (large + edge < 0.3 && f64(simplexGet2(ice, f64(x) * 0.09, f64(z) * 0.09)) < 0.8)
    return 0.2f;
  return temperature;
}

f32 TemperatureNoise::at(const Biome &biome, i32 x, i32 y, i32 z, i32 seaLevel) const {
  f32 base = biome.frozen ? frozenBase(biome.temperature, x, z) : biome.temperature;
  i32 limit = wrapAdd(seaLevel, 17);
  if (y <= limit)
    return base;
  // The position is divided in f32, and so is all that follows.
  f32 wobble = simplexGet2(height, f64(f32(x) / 8.0f), f64(f32(z) / 8.0f)) * 8.0f;
  return base - (((wobble + f32(y)) - f32(limit)) * 0.05f) / 40.0f;
}

} // namespace terrane::rt
