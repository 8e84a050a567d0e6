//===- Passes.h - Rewrites of sampler graphs that keep every bit ----------===//

#ifndef TERRANE_PASSES_KERNEL_PASSES_H
#define TERRANE_PASSES_KERNEL_PASSES_H

#include "ir/Sampler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace terrane {

#define GEN_PASS_DECL
#include "passes/kernel/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/kernel/Passes.h.inc"

/// The pipeline `kernel`: sampler graphs as emitters like them. Runs after `vanilla-26.3`; without
/// effect on modules that have no sampler graph. Not for the reference engine, which is there to
/// show what the graph says without these passes.
void populateKernelPipeline(mlir::OpPassManager &pm);

/// Makes `kernel` known to tools that take pipelines by name.
void registerKernelPipeline();

} // namespace terrane

#endif // TERRANE_PASSES_KERNEL_PASSES_H
