//===- system.h - What the material step knows of a world (spec 40, 2 and 5) -===//

#ifndef TERRANE_RUNTIME_MATERIAL_SYSTEM_H
#define TERRANE_RUNTIME_MATERIAL_SYSTEM_H

#include "runtime/chunk/terrain.h"
#include "runtime/material/system_ops.h"
#include "runtime/material/temperature.h"
#include "runtime/noise/noise.h"
#include "runtime/random/world_random.h"

#include <array>
#include <vector>

namespace terrane::rt {

/// Indices into NamedStates::terracotta.
using ClayBands = std::array<u8, numClayBands>;

/// The bands of a world (spec 40, 2.1); `random` is named("minecraft:clay_bands").
ClayBands makeClayBands(Random random);

/// Noises and generators of one world and noise settings. Coordinates are blocks. Immutable, free
/// to share between threads.
class MaterialSystem {
public:
  /// `settings` must outlive the system.
  MaterialSystem(i64 worldSeed, const TerrainSettings &settings);

  const TerrainSettings &settings() const { return *definition; }
  const WorldRandom &random() const { return world; }
  /// Of the ore veins.
  const PositionalFactory &oreFactory() const { return ore; }
  const TemperatureNoise &temperature() const { return climate; }
  const ClayBands &clayBands() const { return bands; }
  /// StateFlag bits by state.
  const std::vector<u8> &stateFlags() const { return flags; }

  /// One of the system's noises in three dimensions, the only form that this step uses.
  f32 noise(SystemNoise which, f64 x, f64 y, f64 z) const {
    return stackGet(noiseView(which), x, y, z);
  }
  NoiseStack noiseView(SystemNoise which) const {
    return noises[static_cast<std::size_t>(which)].view();
  }

  /// Section 5.
  i32 surfaceDepth(i32 x, i32 z) const;
  f64 surfaceSecondary(i32 x, i32 z) const;

  /// By how many blocks the bands are shifted in a column.
  i32 bandOffset(i32 x, i32 z) const;
  /// The band's state at `y` in a column with this offset, or noState below the bands, where the
  /// game fails.
  i32 band(i32 y, i32 offset) const;

  /// The first three floats of the ore veins' generator of a block.
  void oreFloats(i32 x, i32 y, i32 z, f32 floats[3]) const;

private:
  const TerrainSettings *definition;
  WorldRandom world;
  PositionalFactory ore;
  std::vector<Noise> noises; ///< by SystemNoise
  ClayBands bands;
  TemperatureNoise climate;
  std::vector<u8> flags;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_SYSTEM_H
