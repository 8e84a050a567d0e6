//===- SliceUniformAxes.cpp - Sample uniform axes once (spec 10, 6.4) -----===//
//
// The game's pass rewrites a function for the axes Q of its user: children are rewritten for the
// function's own axes D in either case, and the function is wrapped in slices for the axes in Q
// that are not in D. So a node is rewritten once, whoever uses it, and only the wrapping depends on
// the user: the pass visits every node once and every operand once.
//
//===----------------------------------------------------------------------===//

#include "passes/vanilla/Passes.h"

#include "ir/Analysis.h"

#include "mlir/IR/IRMapping.h"

namespace terrane {
#define GEN_PASS_DEF_SLICEUNIFORMAXES
#include "passes/vanilla/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;
using density::Axis;

namespace {
Axes bitOf(Axis axis) {
  return static_cast<Axes>(1u << static_cast<unsigned>(axis));
}

struct SliceUniformAxes : terrane::impl::SliceUniformAxesBase<SliceUniformAxes> {
  void runOnOperation() override {
    Block &body = getOperation().getBody().front();
    density::AxesAnalysis axes(body);
    wrapped.clear();
    // Slices are inserted after what they wrap, hence before the operation at hand.
    for (Operation &op : llvm::make_early_inc_range(body)) {
      if (isa<density::SplineConstantOp, density::SplinePointsOp>(op))
        continue; // parts of a function, rewritten with it
      if (auto spline = dyn_cast<density::SplineOp>(op)) {
        rebuildTree(spline, axes);
        continue;
      }
      // Roots and inputs of prepared caches are rewritten from all three axes.
      bool root = isa<density::EntryOp, density::PreparedOp>(op);
      Axes inner = root ? allAxes : op.getNumResults() ? axes.of(op.getResult(0)) : Axes(0);
      for (OpOperand &operand : op.getOpOperands())
        operand.set(wrap(operand.get(), inner, axes));
    }
    // The trees that splines had before.
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
      if (isa<density::SplineConstantOp, density::SplinePointsOp>(op) && op.use_empty())
        op.erase();
  }

  /// `v` as a user with axes `user` sees it.
  Value wrap(Value v, Axes user, const density::AxesAnalysis &axes) {
    if (v.getDefiningOp<density::ConstantOp>() || v.getDefiningOp<density::GradientOp>())
      return v;
    Axes missing = user & static_cast<Axes>(~axes.of(v));
    for (auto slice = v.getDefiningOp<density::SliceOp>(); slice;
         slice = slice.getInput().getDefiningOp<density::SliceOp>())
      missing &= static_cast<Axes>(~bitOf(slice.getAxis()));
    if (!missing)
      return v;
    Value &result = wrapped[{v, missing}];
    if (result)
      return result;
    OpBuilder builder(v.getContext());
    builder.setInsertionPointAfterValue(v);
    Value inner = v;
    for (Axis axis : {Axis::X, Axis::Z, Axis::Y})
      if (missing & bitOf(axis)) {
        inner = builder.create<density::SliceOp>(v.getLoc(), axis, 0, inner);
        ++numSlices;
      }
    return result = inner;
  }

  /// The coordinates at every depth are children of the spline function, so its axes count for all
  /// of them. The tree is rebuilt, so that a tree in two splines may get two forms.
  void rebuildTree(density::SplineOp spline, const density::AxesAnalysis &axes) {
    Axes inner = axes.of(spline.getResult());
    llvm::SetVector<Operation *> tree;
    tree.insert(spline.getSpline().getDefiningOp());
    for (size_t i = 0; i < tree.size(); ++i)
      if (auto points = dyn_cast<density::SplinePointsOp>(tree[i]))
        for (Value v : points.getValues())
          tree.insert(v.getDefiningOp());
    llvm::SmallVector<Operation *> ordered(tree.begin(), tree.end());
    llvm::sort(ordered, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    OpBuilder builder(spline);
    IRMapping map;
    for (Operation *op : ordered) {
      if (auto points = dyn_cast<density::SplinePointsOp>(op))
        map.map(points.getCoordinate(), wrap(points.getCoordinate(), inner, axes));
      builder.clone(*op, map);
    }
    spline.getSplineMutable().assign(map.lookup(spline.getSpline()));
  }

  llvm::DenseMap<std::pair<Value, Axes>, Value> wrapped;
};
} // namespace
