//===- Verify.h - What both function dialects ask of an operation ---------===//

#ifndef TERRANE_IR_VERIFY_H
#define TERRANE_IR_VERIFY_H

#include "compiler/json/numbers.h"

#include "mlir/IR/OpDefinition.h"

namespace terrane {

/// Spec 11, 3.
template <class SplinePoints> mlir::LogicalResult verifySplinePoints(SplinePoints op) {
  size_t n = op.getLocations().size();
  if (n == 0)
    return op.emitOpError("needs at least one point");
  if (op.getDerivatives().size() != n || op.getValues().size() != n)
    return op.emitOpError("needs as many derivatives and values as locations");
  return mlir::success();
}

/// Functions of `interval_select` and the thresholds between them.
template <class IntervalSelect> mlir::LogicalResult verifyIntervals(IntervalSelect op) {
  size_t n = op.getFunctions().size();
  llvm::ArrayRef<float> thresholds = op.getThresholds();
  if (n < 2)
    return op.emitOpError("needs at least 2 functions");
  if (thresholds.size() + 1 != n)
    return op.emitOpError("has ") << thresholds.size() << " thresholds for " << n
                                  << " functions, must be one less";
  for (size_t i = 1; i < thresholds.size(); ++i)
    if (json::totalLess(thresholds[i], thresholds[i - 1]))
      return op.emitOpError("thresholds do not ascend");
  return mlir::success();
}

} // namespace terrane

#endif // TERRANE_IR_VERIFY_H
