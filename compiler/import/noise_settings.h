//===- noise_settings.h - `worldgen/noise_settings` files (spec 30, 2) ----===//
//
// Decodes the frame of noise settings. Functions and the material rule stay JSON here, checked for
// their outer form only: their own importers read them.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_IMPORT_NOISE_SETTINGS_H
#define TERRANE_COMPILER_IMPORT_NOISE_SETTINGS_H

#include "compiler/import/block_state.h"
#include "compiler/import/climate_interval.h"
#include "compiler/json/json.h"
#include "compiler/pack/pack.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace terrane::import {

/// The lowest legal block and the first above the highest (spec 30, section 1).
constexpr std::int32_t dimensionMinY = -2032;
constexpr std::int32_t dimensionEndY = 2032;

/// The entries of `noise_router`, in the order of spec 30, 2.2; the first six are the climate.
enum class RouterEntry : unsigned {
  Temperature,
  Vegetation,
  Continents,
  Erosion,
  Depth,
  Ridges,
  ChunkSurfaceLevel,
  FinalDensity
};
constexpr unsigned numRouterEntries = 8;
constexpr unsigned numClimateEntries = 6;
llvm::StringRef name(RouterEntry entry); ///< the JSON key, e.g. "final_density"

/// The entries of `aquifers` (spec 30, 2.3).
enum class AquiferEntry : unsigned {
  Barrier,
  FluidLevelFloodedness,
  FluidLevelSpread,
  Lava,
  Exclusion,
  SurfaceLevel
};
constexpr unsigned numAquiferEntries = 6;
llvm::StringRef name(AquiferEntry entry);

struct DebugFunction {
  llvm::StringRef label;
  const json::Value *function = nullptr;
};

/// One condition of a spawn target: the value of a registered function lies in an interval. Whether
/// the function exists is not checked here; `where` is for that message.
struct SpawnCondition {
  pack::Id function;
  ClimateInterval interval;
  SourcePosition where;
};

/// All pointers point into the document that was read; none is null.
struct NoiseSettings {
  const json::Value *source = nullptr;
  std::int32_t minY = 0;   ///< a multiple of 16
  std::int32_t height = 0; ///< in blocks, a multiple of 16; may be 0
  std::int32_t seaLevel = 0;
  bool disableMobGeneration = false;
  bool legacyRandomSource = false;
  BlockStateForm defaultBlock, defaultFluid;
  std::array<const json::Value *, numRouterEntries> router{};
  std::optional<std::array<const json::Value *, numAquiferEntries>> aquifers;
  const json::Value *materialRule = nullptr; ///< a string that is a valid id, or an object
  std::vector<std::vector<SpawnCondition>> spawnTarget;
  std::vector<DebugFunction> debugFunctions;

  const json::Value &function(RouterEntry e) const { return *router[static_cast<unsigned>(e)]; }
};

/// Decodes one file. Every error of the frame is reported, each with its place; nothing is returned
/// if there is one. Settings of a version before 26.3 are named as such.
std::optional<NoiseSettings> readNoiseSettings(const json::Value &v, Diagnostics &d);

/// Whether `v` can stand where a function is asked for (spec 10, 2.1): a number, a string or an
/// object; reports an error otherwise.
bool expectFunctionForm(const json::Value &v, llvm::StringRef what, Diagnostics &d);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_NOISE_SETTINGS_H
