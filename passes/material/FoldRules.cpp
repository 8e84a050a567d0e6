//===- FoldRules.cpp - Fold and merge rules and conditions ----------------===//

#include "passes/material/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace terrane {
#define GEN_PASS_DEF_FOLDRULES
#include "passes/material/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;

namespace {
struct FoldRules : terrane::impl::FoldRulesBase<FoldRules> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    material::SequenceOp::getCanonicalizationPatterns(patterns, &getContext());
    material::WhenOp::getCanonicalizationPatterns(patterns, &getContext());
    GreedyRewriteConfig config;
    config.useTopDownTraversal = true;
    FrozenRewritePatternSet frozen(std::move(patterns));
    // Merging makes equal operands, which fold further; each round leaves fewer operations.
    bool changed = true;
    while (changed) {
      changed = false;
      bool merged = false;
      if (failed(applyPatternsAndFoldGreedily(getOperation(), frozen, config, &changed)))
        return signalPassFailure();
      IRRewriter rewriter(&getContext());
      DominanceInfo dominance(getOperation());
      eliminateCommonSubExpressions(rewriter, dominance, getOperation(), &merged);
      changed |= merged;
    }
  }
};
} // namespace
