//===- parameters.cpp - What follows from noise parameters (spec 20, 4) ---===//

#include "runtime/noise/parameters.h"

#include <cmath>

namespace terrane::rt {

namespace {

// The game's constants, to the bit.
constexpr double third = 0x1.5555555555555p-2;
constexpr double root2 = 0x1.6a09e667f3bcdp+0;
constexpr double octaveDeviation = 0x1.14b5ce385aa29p-2; // 0.2702247831245211

std::vector<Octave> listOctaves(const NoiseParameters &p) {
  double frequency = std::ldexp(1.0, p.baseOctave);
  double amplitude = p.baseAmplitude;
  if (p.normalize != Normalize::Off)
    amplitude *= std::ldexp(1.0, p.octaveCount - 1) / (std::ldexp(1.0, p.octaveCount) - 1.0);
  std::vector<Octave> octaves;
  for (int i = 0; i < p.octaveCount; ++i) {
    double modifier = p.amplitudeModifiers.empty() ? 1.0 : p.amplitudeModifiers[i];
    if (modifier != 0) // exact: a modifier of 0 leaves the octave out
      octaves.push_back({p.baseOctave + i, frequency, amplitude * modifier});
    frequency *= 2.0;
    amplitude *= 0.5;
  }
  return octaves;
}

/// The game sums with compensation; a plain sum often differs in the last bit.
double compensatedSum(const std::vector<Octave> &octaves) {
  double sum = 0, lost = 0, plain = 0;
  for (const Octave &octave : octaves) {
    double v = std::fabs(octave.amplitude);
    double y = v - lost;
    double t = sum + y;
    lost = (t - sum) - y;
    sum = t;
    plain += v;
  }
  double result = sum - lost;
  return std::isnan(result) && std::isinf(plain) ? plain : result;
}

double deviation(const std::vector<Octave> &octaves) {
  double variance = 0;
  for (const Octave &octave : octaves) {
    double d = octaveDeviation * octave.amplitude;
    variance += d * d;
  }
  return std::sqrt(variance);
}

/// Largest minus smallest index of a non-zero modifier; there is one.
int modifierSpan(const NoiseNumbers &numbers) {
  return numbers.octaves.back().index - numbers.octaves.front().index;
}

} // namespace

NoiseNumbers deriveNoiseNumbers(const NoiseParameters &p) {
  NoiseNumbers n;
  n.octaves = listOctaves(p);
  n.target = compensatedSum(n.octaves);
  double dev = deviation(n.octaves);
  if (dev != 0) // exact: a division follows
    n.normalizationFactor = (n.target * third) / (dev * root2);
  if (p.normalize == Normalize::Legacy && n.normalizationFactor != 0) { // exact: a division follows
    double legacy =
        ((p.baseAmplitude * 0.5) * third) / (0.1 * (1.0 + 1.0 / double(modifierSpan(n) + 1)));
    n.target = n.target * (legacy / n.normalizationFactor);
    n.normalizationFactor = legacy;
  }
  n.range = float((n.target * third) * 6.0);
  return n;
}

} // namespace terrane::rt
