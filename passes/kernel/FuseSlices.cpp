//===- FuseSlices.cpp - Join a slice directly in a slice ------------------===//
//
// Why no bit can change. A slice hands its input the volume with size 1 and its coordinate along
// each axis it names, other axes and all steps unchanged; where the volume is like that already,
// the two are equal, so passing it on is no case of its own. Two slices in turn fix both sets of
// axes, the inner one last, so the input gets the volume that one slice with all coordinates hands
// on, the inner ones where both name an axis. Each point takes its value from the one of the
// input's volume that agrees with it on the axes left, either way. On the point path coordinates
// are replaced in the same order. The input is asked once either way (spec 11, section 16).
//
//===----------------------------------------------------------------------===//

#include "passes/kernel/Passes.h"

namespace terrane {
#define GEN_PASS_DEF_FUSESLICES
#include "passes/kernel/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;
namespace s = terrane::sampler;

namespace {
struct FuseSlices : terrane::impl::FuseSlicesBase<FuseSlices> {
  void runOnOperation() override {
    // Inner slices come first, so they are joined with theirs already.
    for (auto outer : getOperation().getBody().front().getOps<s::SliceOp>()) {
      auto inner = outer.getInput().getDefiningOp<s::SliceOp>();
      if (!inner)
        continue;
      if (IntegerAttr x = inner.getXAttr())
        outer.setXAttr(x);
      if (IntegerAttr y = inner.getYAttr())
        outer.setYAttr(y);
      if (IntegerAttr z = inner.getZAttr())
        outer.setZAttr(z);
      outer.getInputMutable().assign(inner.getInput());
      if (inner.use_empty())
        dead.push_back(inner);
      ++numFused;
    }
    for (s::SliceOp slice : dead)
      slice.erase();
    dead.clear();
  }

  llvm::SmallVector<s::SliceOp> dead;
};
} // namespace
