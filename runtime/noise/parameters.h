//===- parameters.h - Noise parameters and what follows from them (spec 20, 3 and 4) -===//

#ifndef TERRANE_RUNTIME_NOISE_PARAMETERS_H
#define TERRANE_RUNTIME_NOISE_PARAMETERS_H

#include <cstdint>
#include <vector>

namespace terrane::rt {

enum class Normalize { Off, On, Legacy };

/// The content of a `worldgen/noise` file. Valid by construction where it came through the reader.
struct NoiseParameters {
  std::int32_t baseOctave = 0;
  std::int32_t octaveCount = 1;
  double baseAmplitude = 1.0;
  Normalize normalize = Normalize::On;
  std::vector<double> amplitudeModifiers; ///< empty, or octaveCount entries
};

struct Octave {
  std::int32_t index;
  double frequency;
  double amplitude;
};

/// Spec 20, section 4.
struct NoiseNumbers {
  std::vector<Octave> octaves;
  double target = 0;              ///< T
  double normalizationFactor = 0; ///< N
  float range = 0;                ///< R: a noise node reports [-R, R]
};

NoiseNumbers deriveNoiseNumbers(const NoiseParameters &parameters);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_PARAMETERS_H
