//===- Pipeline.cpp - The order of the kernel passes ----------------------===//

#include "passes/kernel/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void terrane::populateKernelPipeline(OpPassManager &pm) {
  OpPassManager &graphs = pm.nest<sampler::GraphOp>();
  graphs.addPass(createMergeNodes());  // first: who alone uses a cache is seen on merged nodes
  graphs.addPass(createElideCaches()); // brings slices together
  graphs.addPass(createFuseSlices());
  graphs.addPass(createMergeNodes()); // what became equal or unreachable
  // Marks come last: they speak of the graph that is emitted.
  graphs.addPass(createHoistAxes());
  graphs.addPass(createMarkLazy());
  graphs.addPass(createMarkColumnParts());
}

void terrane::registerKernelPipeline() {
  PassPipelineRegistration<>("kernel", "rewrites of sampler graphs that keep every bit",
                             populateKernelPipeline);
}
