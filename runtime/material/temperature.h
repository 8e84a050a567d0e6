//===- temperature.h - The temperature of a biome at a block (spec 40, 10) -===//

#ifndef TERRANE_RUNTIME_MATERIAL_TEMPERATURE_H
#define TERRANE_RUNTIME_MATERIAL_TEMPERATURE_H

#include "runtime/biome/biome.h"
#include "runtime/material/temperature_ops.h"

namespace terrane::rt {

/// The fixed noises behind temperatures: the same in all worlds and dimensions. Immutable, free to
/// share between threads.
class TemperatureNoise {
public:
  static constexpr i32 numTables = NumTemperatureTables;

  TemperatureNoise();

  f32 at(const Biome &biome, i32 x, i32 y, i32 z, i32 seaLevel) const {
    return temperatureAt(noises, biome.temperature, biome.frozen, x, y, z, seaLevel);
  }
  /// numTables of them, by TemperatureTable.
  const SimplexTable *tables() const { return noises; }

private:
  SimplexTable noises[numTables];
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_TEMPERATURE_H
