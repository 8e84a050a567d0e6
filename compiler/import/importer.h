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

class Importer {
public:
  Importer(mlir::MLIRContext &context, const pack::Stack &packs, Diagnostics &diagnostics);

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
  /// Adds the content of a function file under a name, whatever the packs have under it. The
  /// document must outlive the importer.
  void addFile(const pack::Id &name, const json::Value &content);
  /// Imports one noise file.
  bool addNoise(const pack::Id &noise);

  /// Imports what is still referred to and looks for reference cycles. Null if anything failed.
  mlir::OwningOpRef<mlir::ModuleOp> finish();

private:
  friend class FunctionReader;

  /// The symbol of a named function or noise; reports an error at `where` if no pack has it.
  mlir::FlatSymbolRefAttr functionSymbol(const pack::Id &id, const SourcePosition &where);
  mlir::FlatSymbolRefAttr noiseSymbol(const pack::Id &id, const SourcePosition &where);
  void importNamed(const pack::Id &id);
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
  llvm::StringMap<bool> functions, noises;         ///< id -> a pack has it
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
