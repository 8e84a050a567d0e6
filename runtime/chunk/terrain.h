//===- terrain.h - What noise settings say besides their functions (spec 30, 2; 40) -===//
//
// Kernel-safe plain data: part of a compiled generator's module, or built in memory for the
// reference engine. Anchors stay unresolved, since they depend on the level.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_TERRAIN_H
#define TERRANE_RUNTIME_CHUNK_TERRAIN_H

#include "runtime/chunk/block_state.h"

namespace terrane::rt {

struct KernelNoise;

/// The noises that the material system asks for by name (spec 40, section 2), in this order.
enum class SystemNoise : i32 {
  ClayBandsOffset,
  Surface,
  SurfaceSecondary,
  BadlandsPillar,
  BadlandsPillarRoof,
  BadlandsSurface,
  IcebergPillar,
  IcebergPillarRoof,
  IcebergSurface
};
constexpr i32 numSystemNoises = 9;
/// "clay_bands_offset", ...; in namespace minecraft.
constexpr const char *systemNoiseNames[numSystemNoises] = {
    "clay_bands_offset",    "surface",          "surface_secondary", "badlands_pillar",
    "badlands_pillar_roof", "badlands_surface", "iceberg_pillar",    "iceberg_pillar_roof",
    "iceberg_surface"};

struct TerrainSettings {
  i32 minY, height; ///< blocks, multiples of 16 (spec 30, 2.1)
  i32 seaLevel;
  i32 legacyRandomSource;
  i32 aquifers; ///< whether the settings have the key `aquifers`
  NamedStates named;
  i32 numStates;
  const BlockState *states;
  const KernelNoise *systemNoises; ///< numSystemNoises, of kind Material
};

/// The vertical extent of a dimension: blocks minY .. minY + height - 1, multiples of 16.
struct Level {
  i32 minY, height;
};

/// The part of a level that the settings fill (spec 30, 2.6): Y0 and H; H may be 0 or less.
TERRANE_FN Level noiseRange(const TerrainSettings &settings, Level level) {
  i32 y0 = settings.minY > level.minY ? settings.minY : level.minY;
  i32 end = settings.minY + settings.height, levelEnd = level.minY + level.height;
  return {y0, (end < levelEnd ? end : levelEnd) - y0};
}

/// A vertical anchor (spec 40, 1.2).
struct Anchor {
  enum Kind : i32 { Absolute, AboveBottom, BelowTop, RelativeToSeaLevel };
  i32 kind;
  i32 value;
};

/// The y of an anchor in a level.
TERRANE_FN i32 resolveAnchor(Anchor anchor, const TerrainSettings &settings, Level level) {
  i32 bottom = settings.minY > level.minY ? settings.minY : level.minY;
  i32 depth = settings.height < level.height ? settings.height : level.height;
  switch (anchor.kind) {
  case Anchor::AboveBottom:
    return bottom + anchor.value;
  case Anchor::BelowTop:
    return depth - 1 + bottom - anchor.value;
  case Anchor::RelativeToSeaLevel:
    return i32(u32(settings.seaLevel) + u32(anchor.value));
  default:
    return anchor.value;
  }
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_TERRAIN_H
