//===- temperature.h - The temperature of a biome at a block (spec 40, 10) -===//

#ifndef TERRANE_RUNTIME_MATERIAL_TEMPERATURE_H
#define TERRANE_RUNTIME_MATERIAL_TEMPERATURE_H

#include "runtime/biome/biome.h"
#include "runtime/noise/simplex.h"

namespace terrane::rt {

/// The condition `temperature`; a NaN is cold.
inline bool isCold(f32 temperature) {
  return !(temperature >= 0.15f);
}
/// Whether a frozen ocean's icebergs are a bit lower.
inline bool meltsIcebergs(f32 temperature) {
  return temperature > 0.1f;
}

/// The fixed noises behind temperatures: the same in all worlds and dimensions. Immutable, free to
/// share between threads.
class TemperatureNoise {
public:
  TemperatureNoise();

  f32 at(const Biome &biome, i32 x, i32 y, i32 z, i32 seaLevel) const;

private:
  /// The base value at sea level of a biome with the modifier `frozen`.
  f32 frozenBase(f32 temperature, i32 x, i32 z) const;

  SimplexTable height;         ///< from seed 1234
  SimplexTable ice;            ///< from seed 2345
  SimplexTable frozenPatch[3]; ///< one generator, seed 3456
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_TEMPERATURE_H
