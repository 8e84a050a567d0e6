//===- compile.h - From a pack stack to sampler graphs --------------------===//

#ifndef TERRANE_COMPILER_PIPELINE_COMPILE_H
#define TERRANE_COMPILER_PIPELINE_COMPILE_H

#include "compiler/pack/pack.h"
#include "ir/Sampler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include <optional>
#include <string>
#include <vector>

namespace terrane {

/// Turns MLIR's diagnostics, while it lives, into ours with the place in the pack.
class DiagnosticBridge {
public:
  DiagnosticBridge(mlir::MLIRContext &context, Diagnostics &diagnostics);

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// What to compile together: one graph.
struct CompileRequest {
  /// All functions of a noise settings file become entries (`router:...`, `aquifers:...`,
  /// `debug:...`, `spawn:...`), and its random source is used. Absent: the modern random source.
  std::optional<pack::Id> settings = std::nullopt;
  /// Further entries, named by their ids.
  std::vector<pack::Id> functions = {};
  /// Everything that the terrain step needs of `settings`, and no more: the router's and aquifers'
  /// functions, the material rule with its veins' functions, the palette (Importer::addTerrain).
  bool terrain = false;
  /// With `terrain`: the ids of all biomes that can occur, where that is known.
  std::vector<std::string> possibleBiomes = {};
};

/// The module of a request in the density dialect, or null after errors.
mlir::OwningOpRef<mlir::ModuleOp> importRequest(mlir::MLIRContext &context,
                                                const pack::Stack &packs,
                                                const CompileRequest &request,
                                                Diagnostics &diagnostics);

/// Runs named pipelines (as of `mlir::PassPipelineRegistration`), `NAME` or `NAME{OPTIONS}`, in
/// order. `configure` may set up
/// printing or timing. False after an error.
bool runPipelines(mlir::ModuleOp module, llvm::ArrayRef<std::string> pipelines,
                  Diagnostics &diagnostics,
                  llvm::function_ref<void(mlir::PassManager &)> configure = {});

/// importRequest, then `vanilla-26.3`, and `material` where the request is for terrain.
mlir::OwningOpRef<mlir::ModuleOp> compileToSamplers(mlir::MLIRContext &context,
                                                    const pack::Stack &packs,
                                                    const CompileRequest &request,
                                                    Diagnostics &diagnostics);

/// The one sampler graph of a compiled module.
sampler::GraphOp samplerGraph(mlir::ModuleOp module);

} // namespace terrane

#endif // TERRANE_COMPILER_PIPELINE_COMPILE_H
