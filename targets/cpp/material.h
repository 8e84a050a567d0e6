//===- material.h - Material rules to C++ ---------------------------------===//

#ifndef TERRANE_TARGETS_CPP_MATERIAL_H
#define TERRANE_TARGETS_CPP_MATERIAL_H

#include "targets/cpp/emitter.h"
#include "targets/terrain_settings.h"

namespace terrane::cpp {

/// The text of a material graph, in parts that stand in this order.
struct MaterialText {
  /// For the host: `terrain`, the module's TerrainSettings, and the tables of a KernelMaterial.
  std::string tables;
  std::string sizes; ///< the first fields of a KernelMaterial, from numAnchors to veinEntries
  /// `Column` and `rule(c, t, k)`, asked with a new `Column` for every column, and a function for
  /// every rule and condition that has several users.
  std::string code;
};

/// Makes the text of a material graph.
///
/// A rule becomes statements that return a state where it yields one and fall through where it does
/// not, so a sequence is its rules one after the other and the whole tree nested `if`s, evaluated
/// in the game's order. Conditions become expressions. The answer of a `per_column` is kept in a
/// byte of `Column`, and so is the latest value of a noise that several thresholds look at.
class MaterialEmitter {
public:
  MaterialEmitter(Emitter &generator, mlir::ModuleOp module)
      : generator(generator), module(module), graph(materialGraph(module)),
        palette(paletteOf(module)) {}

  MaterialText text(const OwnedTerrainSettings &settings, const llvm::StringMap<unsigned> &entries);

private:
  std::string condition(mlir::Value v);
  std::string conditionText(mlir::Operation *op);
  void rule(std::string &out, mlir::Value v, const std::string &indent);
  std::string state(mlir::FlatSymbolRefAttr symbol) const {
    return std::to_string(palette.lookup(symbol.getAttr()));
  }
  unsigned anchor(material::AnchorAttr a);
  /// Values with several users get a function of their own.
  static bool shared(mlir::Value v) { return !v.hasOneUse() && !v.use_empty(); }
  /// The place in `Column` of a noise that several conditions ask for; -1 of any other.
  int sharedNoise(material::NoiseThresholdOp op);
  std::string settingsText(const OwnedTerrainSettings &settings) const;

  Emitter &generator;
  mlir::ModuleOp module;
  material::GraphOp graph;
  llvm::DenseMap<mlir::StringAttr, rt::StateId> palette;

  llvm::DenseMap<mlir::Value, unsigned> numbers;                      ///< of values with a function
  unsigned columns = 0;                                               ///< bytes of Column
  std::map<std::pair<std::string, bool>, int> noiseUses, noisePlaces; ///< by noise and is_3d
  std::string functions;
  std::vector<std::string> anchors, gradients, biomeSets, biomeIds, veins;
  std::map<std::string, unsigned> anchorIndex, setIndex;
  llvm::DenseMap<mlir::Value, unsigned> veinIndex;
};

} // namespace terrane::cpp

#endif // TERRANE_TARGETS_CPP_MATERIAL_H
