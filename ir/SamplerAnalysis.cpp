//===- SamplerAnalysis.cpp - What the values of a sampler graph depend on -===//

#include "ir/SamplerAnalysis.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::sampler;

Purity::Purity(GraphOp graph) {
  for (auto cache : graph.getBody().front().getOps<CacheOp>()) {
    auto [known, isNew] = inputOfCell.try_emplace(cache.getCell(), cache.getInput());
    if (!isNew && known->second != cache.getInput())
      known->second = {};
  }
  for (Operation &op : graph.getBody().front()) {
    if (op.getNumResults() == 0)
      continue;
    auto below = [&](const llvm::DenseSet<Operation *> &set) {
      return llvm::any_of(op.getOperands(),
                          [&](Value v) { return set.contains(v.getDefiningOp()); });
    };
    auto search = dyn_cast<FindTopSurfaceOp>(op);
    if (isa<CacheOp>(op) || below(withCell))
      withCell.insert(&op);
    // The density of a search is asked on the point path, where cells answer.
    if (below(dependent) || (search && hasCell(search.getDensity())))
      dependent.insert(&op);
    if (isa<InterpolatedOp>(op) || below(volumeBound))
      volumeBound.insert(&op);
    if (std::optional<Axes> axes = findSamePathAxes(&op))
      samePaths[&op] = *axes;
  }
}

std::optional<Axes> Purity::joined(ValueRange operands) const {
  Axes all = 0;
  for (Value v : operands) {
    std::optional<Axes> axes = samePathAxes(v);
    if (!axes)
      return std::nullopt;
    all |= *axes;
  }
  return all;
}

/// Spec 10, section 7 and spec 11: the nodes whose two paths are one formula. Left out are noises
/// (scale and frequency are multiplied in another order), `mul` and `div` (the point path's zero),
/// every minimum and maximum (NaN and -0.0), what asks across paths (`interpolated`,
/// `find_top_surface`), and what the context's user fields answer.
std::optional<Axes> Purity::findSamePathAxes(Operation *op) const {
  using Result = std::optional<Axes>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](ConstantOp) -> Result { return Axes(0); })
      .Case([](GradientOp o) -> Result {
        return o.getAxis() == density::Axis::X   ? axisX
               : o.getAxis() == density::Axis::Y ? axisY
                                                 : axisZ;
      })
      .Case([](DistanceOp) -> Result { return allAxes; })
      .Case([](EndOuterIslandsOp) -> Result { return Axes(axisX | axisZ); })
      .Case([&](ShiftedNoiseOp o) -> Result {
        // The point algorithm on both paths, so only the shifts can differ.
        return joined(o->getOperands()) ? Result(allAxes) : std::nullopt;
      })
      .Case([&](BinaryOp o) -> Result {
        bool plain = o.getKind() == Binary::Add || o.getKind() == Binary::Sub;
        return plain ? joined(o->getOperands()) : std::nullopt;
      })
      .Case([&](ScalarOp o) -> Result {
        bool bound = o.getKind() == Scalar::Min || o.getKind() == Scalar::Max;
        return bound ? std::nullopt : joined(o->getOperands());
      })
      .Case<UnaryOp, RoundToOp, PowOp, LerpOp, ClampOp, RangeChoiceOp, IntervalSelectOp>(
          [&](Operation *o) -> Result { return joined(o->getOperands()); })
      .Case([&](SplineOp o) -> Result { return joined(o.getCoordinates()); })
      .Case([&](SliceOp o) -> Result {
        Result axes = joined(o->getOperands());
        if (!axes)
          return std::nullopt;
        Axes fixed =
            (o.getXAttr() ? axisX : 0) | (o.getYAttr() ? axisY : 0) | (o.getZAttr() ? axisZ : 0);
        return Axes(*axes & ~fixed);
      })
      .Case([&](CacheOp o) -> Result {
        // Whatever a cell holds of such an input alone, it is this one value. Of any other input it
        // may hold the value at a block with the same packed key (spec 10, 5.5).
        Result axes = samePathAxes(o.getInput());
        bool ownCell = inputOfCell.lookup(o.getCell()) == o.getInput();
        return ownCell && axes == Result(Axes(0)) ? axes : std::nullopt;
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}
