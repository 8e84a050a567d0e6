//===- MarkLazy.cpp - Mark branches that are worth skipping ---------------===//
//
// Why no bit can change. Only attributes are set. A choice's value at a lattice point is that of
// the branch it takes there (lerp: at alpha 1 the second, at 0 the first, bits unchanged); the
// other branch's value goes nowhere. Values of nodes that are independent of cells do not follow
// from what else was computed, and kernels leave cells alone: touching them, in the game's order,
// happens apart (targets/cpp/touch.cpp) and knows nothing of laziness. On the game's side `min`,
// `max`, `mul` and `div` compute both sides on the volume path, and their result needs both: a
// bound of a range need not hold for values (spec 11, section 20), so it cannot stand for one.
//
//===----------------------------------------------------------------------===//

#include "passes/kernel/Passes.h"

#include "ir/SamplerAnalysis.h"
#include "ir/SamplerMarks.h"

#include "mlir/IR/Builders.h"

namespace terrane {
#define GEN_PASS_DEF_MARKLAZY
#include "passes/kernel/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;
namespace s = terrane::sampler;

namespace {
struct MarkLazy : terrane::impl::MarkLazyBase<MarkLazy> {
  void runOnOperation() override {
    const auto &purity = getAnalysis<s::Purity>();
    Builder builder(&getContext());
    llvm::DenseSet<Operation *> costly; // a noise at or below, on the same volume
    for (Operation &op : getOperation().getBody().front()) {
      if (op.getNumResults() != 1)
        continue;
      bool below = llvm::any_of(op.getOperands(),
                                [&](Value v) { return costly.contains(v.getDefiningOp()); });
      if (isa<s::NoiseOp, s::BlendedNoiseOp, s::ShiftedNoiseOp>(op) ||
          (below && !isa<s::SliceOp, s::InterpolatedOp>(op)))
        costly.insert(&op);
      op.removeAttr(s::lazyMark);
      if (!isa<s::RangeChoiceOp, s::IntervalSelectOp, s::LerpOp>(op) ||
          !purity.independent(op.getResult(0)))
        continue;
      llvm::SmallVector<int32_t> lazy;
      for (unsigned i = 1; i < op.getNumOperands(); ++i) // 0 chooses
        if (costly.contains(op.getOperand(i).getDefiningOp()))
          lazy.push_back(static_cast<int32_t>(i));
      if (lazy.empty())
        continue;
      op.setAttr(s::lazyMark, builder.getDenseI32ArrayAttr(lazy));
      numLazy += lazy.size();
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
