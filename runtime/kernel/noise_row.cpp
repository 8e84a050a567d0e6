//===- noise_row.cpp - A noise of a module as parameters ------------------===//

#include "runtime/kernel/noise_row.h"

namespace terrane::rt {

NoiseParameters parametersOf(const KernelNoise &noise) {
  NoiseParameters p;
  p.baseOctave = noise.baseOctave;
  p.octaveCount = noise.octaveCount;
  p.baseAmplitude = noise.baseAmplitude;
  p.normalize = static_cast<Normalize>(noise.normalize);
  p.amplitudeModifiers.assign(noise.modifiers, noise.modifiers + noise.numModifiers);
  return p;
}

} // namespace terrane::rt
