//===- Passes.h - The game's own rewrites, and their order ----------------===//

#ifndef TERRANE_PASSES_VANILLA_PASSES_H
#define TERRANE_PASSES_VANILLA_PASSES_H

#include "ir/Sampler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace terrane {

#define GEN_PASS_DECL
#include "passes/vanilla/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/vanilla/Passes.h.inc"

/// The pipeline `vanilla-26.3`: what the game's compiler does to a pack's functions, in its order.
void populateVanillaPipeline(mlir::OpPassManager &pm);

/// Makes `vanilla-26.3` known to tools that take pipelines by name.
void registerVanillaPipeline();

} // namespace terrane

#endif // TERRANE_PASSES_VANILLA_PASSES_H
