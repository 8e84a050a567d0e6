//===- importer.h - Pack JSON to the density dialect ----------------------===//
//
// Builds a module from a pack stack: one `density.graph` per request, and a `density.func` or
// `density.noise_parameters` for every file that is reachable from it. Files are read only when
// something refers to them. Every operation's location is the JSON pointer of its value at
// file:line:column.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_COMPILER_IMPORT_IMPORTER_H
#define TERRANE_COMPILER_IMPORT_IMPORTER_H

#include "compiler/pack/pack.h"
#include "ir/Density.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringSet.h"

#include <optional>
#include <string>
#include <vector>

namespace terrane::import {

class BiomeRegistry;
class StatePalette;
struct NoiseSettings;

class Importer {
public:
  Importer(mlir::MLIRContext &context, const pack::Stack &packs, Diagnostics &diagnostics);
  ~Importer();

  /// From here on a name that no pack has is no error: its references stay, without a symbol. Such
  /// a module can be read and printed, not compiled.
  void keepUnresolved() { unresolvedAllowed = true; }

  /// Opens the graph that further entries go to.
  void beginGraph(llvm::StringRef name, bool legacyRandomSource);
  /// Adds a root function, by its JSON or by its id. Errors are reported; false then.
  bool addEntry(llvm::StringRef name, const json::Value &function);
  bool addEntry(llvm::StringRef name, const pack::Id &function, const SourcePosition &where = {});
  /// Adds a graph with every function of a noise settings file: entries `router:<name>`,
  /// `aquifers:<name>`, `debug:<label>`, and `spawn:<id>` for the keys of the spawn target.
  bool addSettings(const pack::Id &settings);
  /// Adds what the terrain step needs of noise settings (spec 30 and 40): the router's and the
  /// aquifers' functions as above, a material graph with the settings' frame and rule, its veins'
  /// functions (`vein:<n>:density`, ...), the palette, and the noises that the material system asks
  /// for by name.
  bool addTerrain(const pack::Id &settings);
  /// Adds a material graph of what is to be checked of rules, not compiled: the settings' blocks
  /// and rule, or one rule or condition file. Entries of veins go to the open graph.
  bool addSettingsRule(const pack::Id &settings);
  bool addRule(const pack::Id &rule);
  bool addCondition(const pack::Id &condition);
  /// Adds the content of a function file under a name, whatever the packs have under it. The
  /// document must outlive the importer.
  void addFile(const pack::Id &name, const json::Value &content);
  /// Imports one noise file.
  bool addNoise(const pack::Id &noise);

  /// Imports what is still referred to and looks for reference cycles. Null if anything failed.
  mlir::OwningOpRef<mlir::ModuleOp> finish();

private:
  friend class FunctionReader;
  friend class RuleReader;

  /// The symbol of a named function or noise; reports an error at `where` if no pack has it.
  mlir::FlatSymbolRefAttr functionSymbol(const pack::Id &id, const SourcePosition &where);
  mlir::FlatSymbolRefAttr noiseSymbol(const pack::Id &id, const SourcePosition &where);
  /// The symbols of a named rule and condition (`v` is a string), and of a block state.
  mlir::FlatSymbolRefAttr ruleSymbol(const json::Value &v, llvm::StringRef what);
  mlir::FlatSymbolRefAttr conditionSymbol(const json::Value &v, llvm::StringRef what);
  mlir::FlatSymbolRefAttr materialSymbol(const json::Value &v, llvm::StringRef what, bool rule);
  mlir::FlatSymbolRefAttr materialSymbol(const pack::Id &id, const SourcePosition &where,
                                         bool rule);
  mlir::FlatSymbolRefAttr stateSymbol(const json::Value &v, llvm::StringRef what);
  /// Adds the functions of a vein as entries; the name they share, or nothing after an error.
  std::string addVein(const json::Value &density, const json::Value &richness,
                      const json::Value &fillerGap);
  BiomeRegistry &biomes();
  /// Reads noise settings. That there are none is reported; what is wrong in them goes to
  /// `complaints`.
  std::optional<NoiseSettings> loadSettings(const pack::Id &id, Diagnostics &complaints);
  bool addFunctions(const NoiseSettings &settings);
  bool addMaterial(const pack::Id &id, const NoiseSettings &settings);
  bool openPalette();
  bool addMaterialFile(const pack::Id &id, bool rule);
  void importNamed(const pack::Id &id);
  void importMaterial(const pack::Id &id, bool rule);
  void define(const pack::Id &id, const json::Value &content);
  void reportMissing(llvm::StringRef what, llvm::StringRef registry, const pack::Id &id,
                     const SourcePosition &where);
  bool reportCycles();

  mlir::MLIRContext &context;
  const pack::Stack &packs;
  Diagnostics &diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  density::GraphOp graph;
  std::vector<pack::Id> pending;
  std::vector<std::pair<pack::Id, bool>> pendingMaterial; ///< and whether it is a rule
  llvm::StringMap<bool> functions, noises;                ///< id -> a pack has it
  llvm::StringMap<bool> materials;                        ///< symbol -> a pack has it
  unsigned veins = 0;
  std::unique_ptr<StatePalette> palette;           ///< once there is a material graph
  std::unique_ptr<BiomeRegistry> biomeRegistry;    ///< once a rule names a biome
  llvm::StringMap<std::vector<std::string>> idsOf; ///< registry -> its ids, once asked for
  bool unresolvedAllowed = false;
};

/// The place in the pack that a location of the importer stands for; an unknown location gives an
/// empty position.
SourcePosition positionOf(mlir::Location location);
/// The location of a JSON value.
mlir::Location locationOf(const json::Value &value, mlir::MLIRContext &context);

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_IMPORTER_H
