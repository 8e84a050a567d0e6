//===- temperature_ops.h - How cold a block is (spec 40, 10) --------------===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_TEMPERATURE_OPS_H
#define TERRANE_RUNTIME_MATERIAL_TEMPERATURE_OPS_H

#include "runtime/noise/simplex.h"

namespace terrane::rt {

/// The fixed noises behind temperatures, in this order.
enum TemperatureTable : i32 {
  HeightTable,       ///< from seed 1234
  IceTable,          ///< from seed 2345
  FrozenPatchTables, ///< three of one generator, seed 3456
  NumTemperatureTables = FrozenPatchTables + 3
};

/// The condition `temperature`; a NaN is cold.
TERRANE_FN bool isCold(f32 temperature) {
  return !(temperature >= 0.15f);
}
/// Whether a frozen ocean's icebergs are a bit lower.
TERRANE_FN bool meltsIcebergs(f32 temperature) {
  return temperature > 0.1f;
}

/// The base value at sea level of a biome with the modifier `frozen`.
TERRANE_FN f32 frozenBase(const SimplexTable *tables, f32 temperature, i32 x, i32 z) {
  f64 patchX = f64(x) * 0.05, patchZ = f64(z) * 0.05;
  f32 patch = 0.0f;
  f64 frequency = 1.0;
  f32 amplitude = 0x1.24924ap-3f; // 1/7; 2/7 and 4/7 are its doubles
  for (i32 i = 0; i < 3; ++i) {
    patch = patch + amplitude * simplexGet2(tables[FrozenPatchTables + i], patchX * frequency,
                                            patchZ * frequency);
    frequency = frequency * 0.5;
    amplitude = amplitude * 2.0f;
  }
  const SimplexTable &ice = tables[IceTable];
  f64 large = f64(patch * 7.0f);
  f64 edge = f64(simplexGet2(ice, f64(x) * 0.2, f64(z) * 0.2));
  if (large + edge < 0.3 && f64(simplexGet2(ice, f64(x) * 0.09, f64(z) * 0.09)) < 0.8)
    return 0.2f;
  return temperature;
}

/// `temperature` and `frozen` are the biome's.
TERRANE_FN f32 temperatureAt(const SimplexTable *tables, f32 temperature, bool frozen, i32 x, i32 y,
                             i32 z, i32 seaLevel) {
  f32 base = frozen ? frozenBase(tables, temperature, x, z) : temperature;
  i32 limit = wrapAdd(seaLevel, 17);
  if (y <= limit)
    return base;
  // The position is divided in f32, and so is all that follows.
  f32 wobble = simplexGet2(tables[HeightTable], f64(f32(x) / 8.0f), f64(f32(z) / 8.0f)) * 8.0f;
  return base - (((wobble + f32(y)) - f32(limit)) * 0.05f) / 40.0f;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_TEMPERATURE_OPS_H
