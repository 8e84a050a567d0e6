//===- Passes.h - Rewrites of material rules, and their order -------------===//

#ifndef TERRANE_PASSES_MATERIAL_PASSES_H
#define TERRANE_PASSES_MATERIAL_PASSES_H

#include "ir/Material.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace terrane {

#define GEN_PASS_DECL
#include "passes/material/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/material/Passes.h.inc"

struct MaterialPipelineOptions : mlir::PassPipelineOptions<MaterialPipelineOptions> {
  ListOption<std::string> possible{
      *this, "possible", llvm::cl::desc("ids of all biomes that the biome source can give")};
};

/// The pipeline `material`: rules as the packs write them to what engines evaluate. Without effect
/// on modules that have no material graph.
void populateMaterialPipeline(mlir::OpPassManager &pm, const MaterialPipelineOptions &options);

/// Makes `material` known to tools that take pipelines by name.
void registerMaterialPipeline();

} // namespace terrane

#endif // TERRANE_PASSES_MATERIAL_PASSES_H
