//===- noise.h - Building noises from parameters (spec 20, 5 and 7.4) -----===//

#ifndef TERRANE_RUNTIME_NOISE_NOISE_H
#define TERRANE_RUNTIME_NOISE_NOISE_H

#include "runtime/noise/parameters.h"
#include "runtime/noise/stack.h"
#include "runtime/random/world_random.h"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace terrane::rt {

/// Owns the layers of a noise, in order of evaluation. Immutable once built, free to share between
/// threads.
struct Noise {
  std::vector<NoiseLayer> layers;
  NoiseNumbers numbers;

  /// Valid as long as `layers` is neither changed nor moved.
  NoiseStack view() const { return {layers.data(), i32(layers.size())}; }
  /// A noise node reports [-range, range]; not the range of the layers.
  f32 range() const { return numbers.range; }
};

struct F32Range {
  f32 lo, hi;
};

/// The range of a list of layers (spec 20, 7.4), with the smeared layers' own range (8).
F32Range stackRange(NoiseStack stack);

/// Normal construction (5.1), for generators of both kinds: the layers of the two halves alternate.
Noise makeNoise(Random random, const NoiseParameters &parameters);

/// The construction of the two old nether noises (5.2): the halves follow each other. Fails, with a
/// message in `error` if that is not null, for octaves above 0 and for modifiers out of its reach.
std::optional<Noise> makeLegacyNether(Random random, const NoiseParameters &parameters,
                                      std::string *error);

/// Which of the two the noise `id` gets in a world (2.10). `densityNode`: asked for by a noise or
/// shift node of a density function; only there do the nether's temperature and vegetation get the
/// legacy construction, whatever the world's flag says.
std::optional<Noise> makeNoiseFor(const WorldRandom &world, std::string_view id,
                                  const NoiseParameters &parameters, bool densityNode,
                                  std::string *error = nullptr);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_NOISE_H
