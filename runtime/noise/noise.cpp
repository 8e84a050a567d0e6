//===- noise.cpp - Building noises from parameters (spec 20, 5 and 7.4) ---===//

#include "runtime/noise/noise.h"

#include "runtime/noise/perlin_build.h"
#include <cmath>

namespace terrane::rt {

namespace {

/// What the second half's frequencies are multiplied with.
constexpr f64 secondHalf = 0x1.04a3f6b8128fep+0; // 1.0181268882175227

f32 layerRange(const NoiseLayer &layer) {
  return layer.smear == 0.0 ? 2.0f : f32(absD(layer.smear) + 2.0); // exact: no smear is stored as 0
}

/// One half of the legacy nether construction, without the factor common to all.
std::optional<std::vector<NoiseLayer>> legacyHalf(Random &random, const NoiseParameters &parameters,
                                                  const std::vector<f64> &modifiers,
                                                  std::string *error) {
  auto fail = [&](const char *message) {
    if (error)
      *error = message;
    return std::nullopt;
  };
  i32 n = i32(modifiers.size());
  i32 zero = -parameters.baseOctave; // the list index of octave 0
  std::vector<std::optional<PerlinTable>> levels(n);

  // Octave 0 is drawn first, even where the list has no place for it.
  PerlinTable first = buildPerlin(random);
  if (zero >= 0 && zero < n && modifiers[zero] != 0) // exact: a modifier of 0 leaves the octave out
    levels[zero] = first;
  for (i32 i = zero - 1; i >= 0; --i) {
    if (i < n && modifiers[i] != 0) // exact: a modifier of 0 leaves the octave out
      levels[i] = buildPerlin(random);
    else
      random.consume(262); // what a table usually draws, but always exactly that
  }

  for (i32 i = 0; i < n; ++i)
    // exact: a modifier of 0 leaves the octave out
    if ((modifiers[i] != 0) != levels[i].has_value())
      return fail("legacy noise: not every octave with a non-zero modifier could be created");
  if (zero < n - 1)
    return fail("legacy noise: octaves above 0 are not supported");

  f64 frequency = std::ldexp(1.0, -zero);
  f64 amplitude = std::ldexp(1.0, n - 1) / (std::ldexp(1.0, n) - 1.0);
  std::vector<NoiseLayer> layers;
  for (i32 i = 0; i < n; ++i) {
    if (levels[i])
      layers.push_back({*levels[i], frequency, f32(amplitude * modifiers[i]), 0.0});
    frequency *= 2.0;
    amplitude /= 2.0;
  }
  return layers;
}

} // namespace

F32Range stackRange(NoiseStack stack) {
  F32Range range = {0.0f, 0.0f};
  for (i32 i = 0; i < stack.count; ++i) {
    const NoiseLayer &layer = stack.layers[i];
    f32 reach = layerRange(layer) * layer.amplitude;
    range.lo = range.lo + -reach;
    range.hi = range.hi + reach;
  }
  return range;
}

Noise makeNoise(Random random, const NoiseParameters &parameters) {
  Noise noise;
  noise.numbers = deriveNoiseNumbers(parameters);
  PositionalFactory first = random.forkPositional();
  PositionalFactory second = random.forkPositional();
  for (const Octave &octave : noise.numbers.octaves) {
    std::string name = "octave_" + std::to_string(octave.index);
    Random firstRandom = first.fromHashOf(name);
    Random secondRandom = second.fromHashOf(name);
    f32 amplitude = f32(noise.numbers.normalizationFactor * octave.amplitude);
    noise.layers.push_back({buildPerlin(firstRandom), octave.frequency, amplitude, 0.0});
    noise.layers.push_back(
        {buildPerlin(secondRandom), octave.frequency * secondHalf, amplitude, 0.0});
  }
  return noise;
}

std::optional<Noise> makeLegacyNether(Random random, const NoiseParameters &parameters,
                                      std::string *error) {
  Noise noise;
  noise.numbers = deriveNoiseNumbers(parameters);
  std::vector<f64> modifiers = parameters.amplitudeModifiers;
  if (modifiers.empty())
    modifiers.assign(parameters.octaveCount, 1.0);
  f32 factor = f32(noise.numbers.normalizationFactor * parameters.baseAmplitude);
  for (f64 frequencyFactor : {1.0, secondHalf}) {
    auto half = legacyHalf(random, parameters, modifiers, error);
    if (!half)
      return std::nullopt;
    for (NoiseLayer &layer : *half) {
      layer.frequency = layer.frequency * frequencyFactor;
      layer.amplitude = layer.amplitude * factor; // in f32, unlike the normal construction
      noise.layers.push_back(layer);
    }
  }
  return noise;
}

std::optional<Noise> makeNoiseFor(const WorldRandom &world, std::string_view id,
                                  const NoiseParameters &parameters, bool densityNode,
                                  std::string *error) {
  if (densityNode && id == "minecraft:nether/temperature")
    return makeLegacyNether(Legacy(world.seed()), parameters, error);
  if (densityNode && id == "minecraft:nether/vegetation")
    return makeLegacyNether(Legacy(wrapAdd(world.seed(), i64(1))), parameters, error);
  return makeNoise(world.named(id), parameters);
}

} // namespace terrane::rt
