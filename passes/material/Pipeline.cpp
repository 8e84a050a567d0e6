//===- Pipeline.cpp - The order of the rewrites of material rules ---------===//

#include "passes/material/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void terrane::populateMaterialPipeline(OpPassManager &pm, const MaterialPipelineOptions &options) {
  pm.addPass(createInlineRules());
  OpPassManager &graphs = pm.nest<material::GraphOp>();
  DropBiomesOptions biomes;
  biomes.possible = options.possible;
  graphs.addPass(createDropBiomes(biomes)); // makes constants to fold
  graphs.addPass(createFoldRules());
  graphs.addPass(createHoistColumns()); // last: folding looks through no per_column
}

void terrane::registerMaterialPipeline() {
  PassPipelineRegistration<MaterialPipelineOptions>(
      "material", "material rules as the packs write them to what engines evaluate",
      populateMaterialPipeline);
}
