//===- dimension.h - Dimensions and their types (spec 50, 1.1; 30, 2.6) ---===//

#ifndef TERRANE_COMPILER_IMPORT_DIMENSION_H
#define TERRANE_COMPILER_IMPORT_DIMENSION_H

#include "compiler/import/biome_source.h"
#include "runtime/chunk/terrain.h"

#include <optional>
#include <vector>

namespace terrane::import {

/// A dimension with terrain of noise. The packs own the JSON.
struct DimensionForm {
  pack::Id id;
  const json::Value *source = nullptr;
  rt::Level level{0, 0};              ///< of the dimension type
  std::optional<pack::Id> settingsId; ///< nothing for inline settings
  /// The noise settings themselves (the root of the file of `settingsId`, or the inline object),
  /// not read here: `readNoiseSettings` does.
  const json::Value *settings = nullptr;
  BiomeSourceForm biomes;
};

/// Reads the dimension `id`: the file `data/<ns>/dimension/<path>.json`, or else the entry of that
/// id in the world preset `preset` (usually minecraft:normal). Every error is reported with its
/// place; nothing is returned if there is one. Warns where the level and the settings have no block
/// in common: then the terrain step does nothing (spec 30, 2.6).
std::optional<DimensionForm> readDimension(const pack::Id &id, const pack::Id &preset,
                                           BiomeRegistry &biomes, Diagnostics &d);

/// The dimensions that `readDimension` can find, sorted and unique. A preset that cannot be read
/// counts as empty.
std::vector<pack::Id> dimensionIds(const pack::Stack &packs, const pack::Id &preset);

/// Reads a dimension type: `min_y` and `height`, nothing else.
std::optional<rt::Level> readDimensionType(const json::Value &v, llvm::StringRef what,
                                           Diagnostics &d);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_DIMENSION_H
