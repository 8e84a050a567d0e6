//===- terrain.h - From packs to a dimension whose chunks can be made -----===//

#ifndef TERRANE_TOOLS_TERRANE_TERRAIN_H
#define TERRANE_TOOLS_TERRANE_TERRAIN_H

#include "compiler/import/dimension.h"
#include "runtime/chunk/terrain_step.h"
#include "runtime/cuda/batch_engine.h"
#include "runtime/cuda/pipeline.h"
#include "targets/cuda/host_engine.h"
#include "targets/jit/jit.h"
#include "targets/terrain_settings.h"
#include "tools/terrane/common.h"

namespace terrane::tool {

/// How the command line names a dimension: by its id, or put together.
struct DimensionOptions {
  std::string dimension, worldPreset = "minecraft:normal";
  std::string settings, biomes = "minecraft:overworld", level;

  void addTo(CLI::App &app);
};

/// What a dimension is made of. The packs own what the form points to, but for `own`.
struct DimensionRequest {
  pack::Id settings;
  rt::Level level{0, 0};
  import::BiomeSourceForm biomes;
  std::unique_ptr<json::Document> own;
};

/// Reads what the options name; nothing after errors.
std::optional<DimensionRequest> readRequest(const DimensionOptions &options,
                                            const pack::Stack &packs, Diagnostics &diagnostics);
/// A request for noise settings with a biome source as `--biomes` writes it.
std::optional<DimensionRequest> makeRequest(const std::string &settings, const std::string &biomes,
                                            rt::Level level, const pack::Stack &packs,
                                            Diagnostics &diagnostics);

/// A dimension, compiled for the engine of the options; makes worlds of any seed.
class Dimension {
public:
  /// Null after errors.
  static std::unique_ptr<Dimension> compile(DimensionRequest request, const pack::Stack &packs,
                                            const Common &common, Diagnostics &diagnostics);

  /// Null after errors. Worlds share the dimension's code, which lives as long as one of them does.
  std::shared_ptr<const rt::TerrainWorld> world(long long seed, Diagnostics &diagnostics) const;

  /// Why the chunks of a region are not made in batches; empty where they are.
  std::string whyNoBatches(const rt::TerrainWorld &world, const rt::ChunkRect &area) const;
  /// What the batches of a region take; nothing after an error, which is the device's.
  std::optional<rt::cuda::BatchMemory> plan(const std::shared_ptr<const rt::TerrainWorld> &world,
                                            const rt::ChunkRect &area,
                                            Diagnostics &diagnostics) const;

  const rt::TerrainSettings &settings() const { return terrain->settings(); }

private:
  rt::Level level{0, 0};
  bool setBatches(const Common &common, Diagnostics &diagnostics);

  std::shared_ptr<const rt::BiomeSource> biomes;
  std::shared_ptr<const rt::CarverSet> carvers;
  // `module` points into the context.
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::shared_ptr<OwnedTerrainSettings> terrain;
  std::shared_ptr<jit::JitModule> code; ///< engine cpp and, for what is not CUDA, the others
  std::shared_ptr<const cuda::HostCode> cudaCode; ///< cuda-host
  rt::cuda::BatchEngineParts batches;             ///< without a module: there are none
  std::string noBatch;                            ///< why
};

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_TERRAIN_H
