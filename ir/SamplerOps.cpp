//===- SamplerOps.cpp - Verifiers of the sampler dialect ------------------===//

#include "ir/FloatArray.h"
#include "ir/Sampler.h"
#include "ir/Verify.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace terrane::sampler;

// For custom<Floats>.
using terrane::parseFloats;
using terrane::printFloats;

#define GET_OP_CLASSES
#include "ir/SamplerOps.cpp.inc"

LogicalResult SplineOp::verify() {
  // Every slot in the tree must name a coordinate. Trees are shared, so visit each op once.
  llvm::SmallVector<Value> pending{getTree()};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!pending.empty()) {
    auto points = pending.pop_back_val().getDefiningOp<SplinePointsOp>();
    if (!points || !seen.insert(points).second)
      continue;
    if (points.getSlot() >= getCoordinates().size())
      return emitOpError("reads slot ")
             << points.getSlot() << " of " << getCoordinates().size() << " coordinates";
    llvm::append_range(pending, points.getValues());
  }
  return success();
}

LogicalResult IntervalSelectOp::verify() {
  return verifyIntervals(*this);
}

LogicalResult SplinePointsOp::verify() {
  return verifySplinePoints(*this);
}

LogicalResult SliceOp::verify() {
  if (!getXAttr() && !getYAttr() && !getZAttr())
    return emitOpError("names no axis");
  return success();
}
