//===- base_column.h - Base height and base column (spec 30, 7) -----------===//

#ifndef TERRANE_RUNTIME_CHUNK_BASE_COLUMN_H
#define TERRANE_RUNTIME_CHUNK_BASE_COLUMN_H

#include "runtime/aquifer/aquifer.h"

#include <vector>

namespace terrane::rt {

/// Which blocks a height is above.
enum class HeightKind : u8 {
  WorldSurface, ///< not air
  OceanFloor,   ///< blocks motion
};

/// Answers what the noise fill would make of single columns, without structures, old chunks,
/// materials and carvers. Not thread-safe; keeps its memory from column to column.
class ColumnSampler {
public:
  /// `context` samples with caches and without fields; the sampler resets it for every column.
  /// `aquifers` is null where the settings have none, `random` the factory of aquifer centres. All
  /// must outlive the sampler.
  ColumnSampler(const TerrainSettings &settings, Level level, unsigned finalDensity,
                const AquiferEntries *aquifers, const PositionalFactory &random,
                SamplerContext &context)
      : settings(settings), level(level), finalDensity(finalDensity), aquifers(aquifers),
        random(random), context(context) {}

  /// The y above the highest block that counts; the level's bottom where there is none.
  i32 baseHeight(i32 x, i32 z, HeightKind kind);
  /// The states from Y0 upwards (2.6); empty where the settings fill nothing of the level. Valid
  /// until the next call.
  const std::vector<StateId> &baseColumn(i32 x, i32 z);

private:
  bool begin(i32 x, i32 z);
  StateId state(i32 row);

  const TerrainSettings &settings;
  Level level;
  unsigned finalDensity;
  const AquiferEntries *aquifers;
  PositionalFactory random;
  SamplerContext &context;
  Volume volume;
  Aquifer aquifer;
  std::vector<f32> density;
  std::vector<StateId> states;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_BASE_COLUMN_H
