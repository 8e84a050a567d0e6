//===- HoistAxes.cpp - Mark values with one value per column or height ----===//
//
// Why no bit can change. Only attributes are set, and what they say holds on the volume path: the
// leaves marked are functions of the block's x and z alone, or of its y alone; a slice of y takes
// its value from one volume of height 1; a node that is computed point by point from such values,
// by the same scalar operations, has the same value wherever these have theirs; a cache's values on
// the volume path are its input's. So computing it once gives the bits that computing it at every
// block gives. Nodes whose values depend on cells have no kernel, so a mark has no reader there.
//
//===----------------------------------------------------------------------===//

#include "passes/kernel/Passes.h"

#include "ir/SamplerMarks.h"

#include "mlir/IR/Builders.h"

namespace terrane {
#define GEN_PASS_DEF_HOISTAXES
#include "passes/kernel/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;
namespace s = terrane::sampler;

namespace {
/// Bits: may be computed once per ...
enum Once : unsigned { Never = 0, Column = 1, Height = 2, Both = 3 };

struct HoistAxes : terrane::impl::HoistAxesBase<HoistAxes> {
  void runOnOperation() override {
    once.clear();
    Block &body = getOperation().getBody().front();
    for (Operation &op : body)
      if (op.getNumResults() == 1)
        once[&op] = classify(&op);
    Builder builder(&getContext());
    for (Operation &op : body) {
      if (op.getNumResults() != 1)
        continue;
      op.removeAttr(s::hoistMark);
      Once own = once.lookup(&op);
      if ((own != Column && own != Height) || !meetsOthers(&op, own))
        continue;
      op.setAttr(s::hoistMark, builder.getStringAttr(own == Column ? "column" : "height"));
      ++(own == Column ? numColumn : numHeight);
    }
  }

  Once classify(Operation *op) {
    if (isa<s::ConstantOp>(op))
      return Both;
    if (auto gradient = dyn_cast<s::GradientOp>(op))
      return gradient.getAxis() == density::Axis::Y ? Height : Column;
    if (auto field = dyn_cast<s::FieldOp>(op))
      return field.getField() == s::Field::Beardifier ? Never : Column;
    if (isa<s::ShiftBOp, s::EndOuterIslandsOp>(op))
      return Column;
    if (auto slice = dyn_cast<s::SliceOp>(op))
      return slice.getYAttr() ? Column : Never;
    if (!s::isPointwise(op) && !isa<s::CacheOp>(op))
      return Never;
    unsigned all = Both;
    for (Value v : op->getOperands())
      all &= once.lookup(v.getDefiningOp());
    return static_cast<Once>(all);
  }

  /// A user takes the value to where others vary. Below a slice a volume is flat or a single
  /// column as it is.
  bool meetsOthers(Operation *op, Once own) {
    return llvm::any_of(op->getUsers(), [&](Operation *user) {
      bool inside = (s::isPointwise(user) || isa<s::CacheOp>(user)) && once.lookup(user) == own;
      return !inside && !isa<s::SliceOp>(user);
    });
  }

  llvm::DenseMap<Operation *, Once> once;
};
} // namespace
