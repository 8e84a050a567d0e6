//===- HoistColumns.cpp - Mark conditions with one answer per column ------===//

#include "passes/material/Passes.h"

#include "mlir/IR/Builders.h"

namespace terrane {
#define GEN_PASS_DEF_HOISTCOLUMNS
#include "passes/material/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;

namespace {
struct HoistColumns : terrane::impl::HoistColumnsBase<HoistColumns> {
  void runOnOperation() override {
    for (Operation &op : llvm::make_early_inc_range(getOperation().getBody().front())) {
      if (op.getNumResults() != 1 || !isa<material::ConditionType>(op.getResult(0).getType()) ||
          isa<material::PerColumnOp, material::ConstantOp>(op))
        continue;
      Value condition = op.getResult(0);
      if (!material::isColumnConstant(condition) || material::hasVisibleEffect(condition))
        continue;
      // Within a larger condition of this kind it is that one that is asked.
      auto asked = [](OpOperand &use) {
        return !isa<material::NotOp, material::PerColumnOp>(use.getOwner());
      };
      if (llvm::none_of(condition.getUses(), asked))
        continue;
      OpBuilder builder(op.getContext());
      builder.setInsertionPointAfter(&op);
      auto once =
          builder.create<material::PerColumnOp>(op.getLoc(), condition.getType(), condition);
      condition.replaceUsesWithIf(once.getResult(), asked);
      ++numHoisted;
    }
  }
};
} // namespace
