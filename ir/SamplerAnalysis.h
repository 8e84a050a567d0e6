//===- SamplerAnalysis.h - What the values of a sampler graph depend on ---===//

#ifndef TERRANE_IR_SAMPLERANALYSIS_H
#define TERRANE_IR_SAMPLERANALYSIS_H

#include "ir/Interval.h"
#include "ir/Sampler.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace terrane::sampler {

/// Purity of every node of a graph: what its values depend on besides the position, path by path.
/// Computed once, operands before users; stale as soon as the graph changes. An analysis for
/// `mlir::AnalysisManager` and for emitters. Answers stay the same however many threads ask.
class Purity {
public:
  explicit Purity(GraphOp graph);

  /// A cache at or below the node. Without one the node leaves no trace in a context, so on either
  /// path it may be evaluated any number of times, at any time.
  bool hasCell(mlir::Value v) const { return withCell.contains(v.getDefiningOp()); }
  /// Values on the volume path do not depend on cells. Not so for `find_top_surface` over caches,
  /// which drives the point path, and for what stands above one.
  bool independent(mlir::Value v) const { return !dependent.contains(v.getDefiningOp()); }
  /// Values on the volume path depend on the position alone, not on the rest of the volume. Not so
  /// for `interpolated` (spec 11, section 15: the running sum starts where the volume does).
  bool positionPure(mlir::Value v) const { return !volumeBound.contains(v.getDefiningOp()); }
  /// The axes on which the value depends, where both paths give the same bits at every position
  /// (any NaN counts as the same), whatever lies in cells and in the context's user fields.
  /// Nothing where that is not known.
  std::optional<Axes> samePathAxes(mlir::Value v) const {
    auto known = samePaths.find(v.getDefiningOp());
    return known == samePaths.end() ? std::nullopt : std::optional<Axes>(known->second);
  }

private:
  std::optional<Axes> joined(mlir::ValueRange operands) const;
  std::optional<Axes> findSamePathAxes(mlir::Operation *op) const;

  llvm::DenseSet<mlir::Operation *> withCell, dependent, volumeBound;
  llvm::DenseMap<unsigned, mlir::Value> inputOfCell; ///< null where caches of a cell differ
  llvm::DenseMap<mlir::Operation *, Axes> samePaths;
};

} // namespace terrane::sampler

#endif // TERRANE_IR_SAMPLERANALYSIS_H
