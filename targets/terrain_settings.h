//===- terrain_settings.h - The settings of a module as the runtime's data -===//

#ifndef TERRANE_TARGETS_TERRAIN_SETTINGS_H
#define TERRANE_TARGETS_TERRAIN_SETTINGS_H

#include "ir/Density.h"
#include "ir/Material.h"
#include "runtime/kernel/abi.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <string>
#include <vector>

namespace terrane {

/// The material graph of a module that was imported for the terrain step; null for other modules.
material::GraphOp materialGraph(mlir::ModuleOp module);

/// The index of a state's symbol in the palette: the states of the module in their order.
llvm::DenseMap<mlir::StringAttr, rt::StateId> paletteOf(mlir::ModuleOp module);

/// The parameters of a noise of the module as a row of the kernel's ABI, which points into the op's
/// attributes and lives as long as they do.
rt::KernelNoise noiseRow(density::NoiseParametersOp op, rt::KernelNoise::Kind kind);

/// `TerrainSettings` and what it points to.
class OwnedTerrainSettings {
public:
  /// The module needs a material graph and what `Importer::addTerrain` makes. Null, with an error
  /// emitted, where something is missing.
  static std::unique_ptr<OwnedTerrainSettings> create(mlir::ModuleOp module);

  const rt::TerrainSettings &settings() const { return terrain; }

private:
  rt::TerrainSettings terrain{};
  std::vector<std::string> names;
  std::vector<rt::BlockState> states;
  std::vector<std::string> noiseIds;
  std::vector<std::vector<double>> modifiers;
  std::vector<rt::KernelNoise> noises;
};

} // namespace terrane

#endif // TERRANE_TARGETS_TERRAIN_SETTINGS_H
