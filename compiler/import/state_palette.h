//===- state_palette.h - The block states a module can place --------------===//

#ifndef TERRANE_COMPILER_IMPORT_STATE_PALETTE_H
#define TERRANE_COMPILER_IMPORT_STATE_PALETTE_H

#include "compiler/import/block_tags.h"
#include "ir/Material.h"

#include "mlir/IR/BuiltinOps.h"

namespace terrane::import {

/// Makes the `material.state` operations of a module, in the order in which they are asked for. Not
/// thread-safe.
class StatePalette {
public:
  /// Null after an error in the packs' block report.
  static std::unique_ptr<StatePalette> open(const pack::Stack &packs, mlir::ModuleOp module,
                                            Diagnostics &diagnostics);

  /// The states that every generator has, in front of all others: air, water, lava, snow block,
  /// packed ice, and the clay bands' seven.
  bool addNamed(Diagnostics &diagnostics);
  /// The symbol of a state as a pack writes it; null after an error was reported.
  mlir::FlatSymbolRefAttr symbol(const json::Value &v, llvm::StringRef what,
                                 Diagnostics &diagnostics);

private:
  StatePalette(const pack::Stack &packs, mlir::ModuleOp module,
               std::unique_ptr<BlockRegistry> blocks)
      : module(module), blocks(std::move(blocks)), tags(packs, *this->blocks) {}
  mlir::FlatSymbolRefAttr add(const ResolvedBlock &state, mlir::Location location,
                              const SourcePosition &where, Diagnostics &diagnostics);

  mlir::ModuleOp module;
  std::unique_ptr<BlockRegistry> blocks;
  BlockTags tags;
  llvm::StringMap<mlir::FlatSymbolRefAttr> known;
  mlir::Operation *last = nullptr; ///< the state added last
};

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_STATE_PALETTE_H
