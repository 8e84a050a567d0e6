//===- Analysis.h - Axes, ranges and structural equality of a graph -------===//
//
// Each analysis visits every node of a graph at most once, however often it is shared, and never
// recurses: nodes of a graph stand in one block, operands before users.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_IR_ANALYSIS_H
#define TERRANE_IR_ANALYSIS_H

#include "ir/Density.h"

#include "mlir/IR/BuiltinOps.h"

namespace terrane::density {

/// Ranges of the `density.noise_parameters` of a module (spec 20, section 4).
NoiseRanges noiseRanges(mlir::ModuleOp module);

/// Axes of every node of a block without `density.ref` (spec 10, 3.1).
class AxesAnalysis {
public:
  explicit AxesAnalysis(mlir::Block &block);
  Axes of(mlir::Value v) const { return axes.lookup(v); }

private:
  llvm::DenseMap<mlir::Value, Axes> axes;
};

/// Value ranges, computed where asked for, since computing one can fail (spec 10, 3.2).
class RangeAnalysis {
public:
  explicit RangeAnalysis(const NoiseRanges &noises) : noises(noises) {}
  /// The range of `v`. On failure an error was emitted at the node that has no valid range.
  IntervalOr of(mlir::Value v);

private:
  const NoiseRanges &noises;
  llvm::DenseMap<mlir::Value, Interval> ranges;
};

/// Numbers nodes by structural equality (spec 10, 3.3): two values have the same number iff they
/// are equal. References are equal only to references to the same name, prepared caches by cell.
class StructuralClasses {
public:
  /// The class of `v`; numbers every node below it that has none yet.
  unsigned of(mlir::Value v);

private:
  llvm::DenseMap<mlir::Value, unsigned> classOf;
  llvm::DenseMap<mlir::ArrayAttr, unsigned> byKey;
};

} // namespace terrane::density

#endif // TERRANE_IR_ANALYSIS_H
