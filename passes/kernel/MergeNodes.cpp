//===- MergeNodes.cpp - Merge equal nodes, drop unreachable ones ----------===//
//
// Why no bit can change. What an entry evaluates is the tree of requests that unfolds from it:
// every use of a node is a request of its own, to a cell by the number in its `cache`. Two nodes
// with equal attributes and equal operands unfold to the same tree, so replacing one by the other
// leaves the tree of every entry as it is, with all requests to cells, in their order. An engine
// that evaluates a node once for several users does so only where no cell lies below; then the node
// is a function of path, volume or block, and user fields, and leaves no trace (spec 10, 6.5).
// Equality is that of attributes, bit by bit: 0.0 is not -0.0. A node that no entry reaches is in
// no tree.
//
//===----------------------------------------------------------------------===//

#include "passes/kernel/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

namespace terrane {
#define GEN_PASS_DEF_MERGENODES
#include "passes/kernel/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;

namespace {
struct MergeNodes : terrane::impl::MergeNodesBase<MergeNodes> {
  void runOnOperation() override {
    Block &body = getOperation().getBody().front();
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
      if (!isa<sampler::EntryOp>(op) && op.use_empty()) {
        op.erase();
        ++numDropped;
      }
    auto size = [&] { return std::distance(body.begin(), body.end()); };
    auto before = size();
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(getOperation());
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    numMerged += before - size();
  }
};
} // namespace
