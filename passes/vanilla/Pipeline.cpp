//===- Pipeline.cpp - The order of the game's rewrites --------------------===//

#include "passes/vanilla/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void terrane::populateVanillaPipeline(OpPassManager &pm) {
  pm.addPass(createPrepareCaches());    // cells are keyed by inputs as written
  pm.addPass(createInlineReferences()); // axes and ranges need to see through names
  pm.nest<density::GraphOp>().addPass(createSliceUniformAxes());
  pm.addPass(createSelectSamplers());
}

void terrane::registerVanillaPipeline() {
  PassPipelineRegistration<>("vanilla-26.3", "the rewrites of Minecraft Java 26.3, in its order",
                             populateVanillaPipeline);
}
