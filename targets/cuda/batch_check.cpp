//===- batch_check.cpp - Whether chunks can be made in batches ------------===//
//
// A batch asks for the entries of the terrain step without caches, over volumes of many chunks.
// The game asks, chunk by chunk, on contexts with caches. That no value differs needs two things.
//
// Cells. On the volume path a value depends on cells only below a `find_top_surface`, which asks
// for points (Purity::independent). On the point path a cache answers with its slot, with a value
// of its retained volume, or with its input. A slot holds the value at a block with the same packed
// key; what is sampled for a batch lies within batchReach, unless a slice or the cells of an
// interpolation lead farther, so on x and z equal keys are equal blocks, and where the input does
// not depend on y they have one value. A retained volume holds the input's value on the volume
// path. So a cache cannot be seen if its input has one value per column on both paths and in all
// cells; that is `axes` below. An interpolation asks for points, too, where it is asked for the
// corner of a cell. `axes` goes further than Purity::samePathAxes:
//
//  * Noises whose scales are powers of two or zero: (block * scale) * frequency and block * (scale
//    * frequency) are then the same double, since the scale is exact (a block has 32 bits, and no
//    frequency is near a double's ends). All else of the two forms is one sum in one order.
//  * shift_b: the scale is 0.25; the factor of 4 stands outside the sum on the point path and in
//    every term on the volume path. A power of two scales all rounded sums and products alike, save
//    products below 2^-126, which round in another place. Such a product can change the sum only
//    where all the others are as small: where every layer's noise is below 2^-100 without being 0.
//    A gradient's dot product is a sum of fractions of coordinates, which are multiples of 2^-45:
//    that needs, in every layer at once, an offset within 2^-30 of a whole number of steps.
//  * Caches, by what is said above.
//
// Volumes. A value that does not depend on the rest of its volume is the same in a larger one. Not
// so with `interpolated`: its sum in y begins where the volume does, and whether it interpolates
// depends on where the volume begins. The volumes of chunks and of a batch begin at multiples of 16
// on every axis, or are sliced at the same place. So with cells that divide 16 both begin at a
// cell, for their corners' volumes as well. The last layer of cells counts, too: it lacks its far
// corners where the volume's last block is a cell's first, and then even a value at offset 0, which
// is v + 0 * (far - v), can be another one: where `far` is infinite, and for -0.0. The blocks end
// before a multiple of 16, so that is so in cells of 1 alone. With cells of 1 and steps of 1 on
// every axis nothing is interpolated; with longer steps the last layer is not looked at, and an
// interpolation around another hands down steps as long as its cells are. This leaves cells of 1
// on some axes only. In y they are harmless where both volumes end alike: everywhere but in those
// of veins, which in a chunk end with the highest section that is filled. (Where none is, that
// volume is flat: see DeviceMaterial::inVolume.)
//
//===----------------------------------------------------------------------===//

#include "targets/cuda/batch_check.h"

#include "ir/SamplerAnalysis.h"
#include "runtime/cuda/batch.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace terrane;
namespace s = terrane::sampler;

namespace {

bool isExactScale(const llvm::APFloat &scale) {
  int exponent;
  double v = scale.convertToDouble();
  // exact: a zero or a power of two, nothing near
  return v == 0.0 || (std::abs(std::frexp(v, &exponent)) == 0.5 && std::abs(exponent) < 64);
}

/// Whether a slice leads to where blocks share keys with those of a batch.
bool leadsFar(s::SliceOp slice) {
  auto isFar = [](IntegerAttr at) { return at && std::abs(at.getInt()) >= rt::cuda::batchReach; };
  return isFar(slice.getXAttr()) || isFar(slice.getZAttr());
}

class BatchCheck {
public:
  explicit BatchCheck(s::GraphOp graph) : purity(graph) {
    for (Operation &op : graph.getBody().front())
      if (op.getNumResults() == 1)
        if (std::optional<Axes> found = findAxes(&op))
          known[&op] = *found;
  }

  /// Values of points of `v` do not depend on cells.
  bool blindPoint(Value v) {
    return forAllBelow(v, [&](Operation *op) {
      if (auto cache = dyn_cast<s::CacheOp>(op)) {
        std::optional<Axes> axes = findAxes(cache);
        return axes && !(*axes & axisY);
      }
      if (auto slice = dyn_cast<s::SliceOp>(op))
        return !purity.hasCell(slice.getInput()) || !leadsFar(slice);
      // At a cell's corner a point is asked for, elsewhere a volume. A search below it asks for
      // points at its corners.
      if (auto interpolated = dyn_cast<s::InterpolatedOp>(op))
        return purity.independent(interpolated.getInput()) || interpolated.getCellSizeXz() <= 16;
      return true;
    });
  }

  /// The same for values over volumes.
  bool blindVolume(Value v) {
    return purity.independent(v) || forAllBelow(v, [&](Operation *op) {
             if (auto slice = dyn_cast<s::SliceOp>(op))
               return purity.independent(slice.getInput()) || !leadsFar(slice);
             auto search = dyn_cast<s::FindTopSurfaceOp>(op);
             return !search || blindPoint(search.getDensity());
           });
  }

  /// Values over a chunk's volumes are those of a batch. `sameTop`: both end at the same y.
  static bool anyVolume(Value v, bool sameTop) {
    return forAllBelow(v, [&](Operation *op) {
      auto interpolated = dyn_cast<s::InterpolatedOp>(op);
      if (!interpolated)
        return true;
      auto xz = interpolated.getCellSizeXz(), y = interpolated.getCellSizeY();
      bool edges = (xz > 1 || y == 1) && (y > 1 || xz == 1 || sameTop);
      return 16 % xz == 0 && 16 % y == 0 && edges;
    });
  }

private:
  template <class Holds> static bool forAllBelow(Value v, Holds &&holds) {
    llvm::SmallVector<Operation *> pending{v.getDefiningOp()};
    llvm::DenseSet<Operation *> seen;
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      if (!seen.insert(op).second)
        continue;
      if (!holds(op))
        return false;
      for (Value operand : op->getOperands())
        pending.push_back(operand.getDefiningOp());
    }
    return true;
  }

  std::optional<Axes> axesOf(Value v) const {
    auto found = known.find(v.getDefiningOp());
    return found == known.end() ? std::nullopt : std::optional<Axes>(found->second);
  }
  std::optional<Axes> joined(ValueRange operands) const {
    Axes all = 0;
    for (Value v : operands) {
      std::optional<Axes> axes = axesOf(v);
      if (!axes)
        return std::nullopt;
      all |= *axes;
    }
    return all;
  }

  /// The axes on which a value depends, where it is the same on both paths and whatever cells hold.
  std::optional<Axes> findAxes(Operation *op) const {
    using Result = std::optional<Axes>;
    if (Result pure = purity.samePathAxes(op->getResult(0)))
      return pure;
    return llvm::TypeSwitch<Operation *, Result>(op)
        .Case([](s::NoiseOp o) -> Result {
          if (!isExactScale(o.getXzScale()) || !isExactScale(o.getYScale()))
            return std::nullopt;
          return Axes((o.getXzScale().isZero() ? 0 : axisX | axisZ) |
                      (o.getYScale().isZero() ? 0 : axisY));
        })
        .Case([](s::ShiftBOp) -> Result { return Axes(axisX | axisZ); })
        .Case([&](s::ShiftedNoiseOp o) -> Result {
          Result shifts = joined(o->getOperands());
          if (!shifts)
            return std::nullopt;
          return Axes(*shifts | (o.getXzScale().isZero() ? 0 : axisX | axisZ) |
                      (o.getYScale().isZero() ? 0 : axisY));
        })
        .Case([&](s::BinaryOp o) -> Result {
          bool plain = o.getKind() == s::Binary::Add || o.getKind() == s::Binary::Sub;
          return plain ? joined(o->getOperands()) : std::nullopt;
        })
        .Case([&](s::ScalarOp o) -> Result {
          bool bound = o.getKind() == s::Scalar::Min || o.getKind() == s::Scalar::Max;
          return bound ? std::nullopt : joined(o->getOperands());
        })
        .Case<s::UnaryOp, s::RoundToOp, s::PowOp, s::LerpOp, s::ClampOp, s::RangeChoiceOp,
              s::IntervalSelectOp>([&](Operation *o) -> Result { return joined(o->getOperands()); })
        .Case([&](s::SplineOp o) -> Result { return joined(o.getCoordinates()); })
        .Case([&](s::SliceOp o) -> Result {
          Result axes = joined(o->getOperands());
          if (!axes)
            return std::nullopt;
          Axes fixed =
              (o.getXAttr() ? axisX : 0) | (o.getYAttr() ? axisY : 0) | (o.getZAttr() ? axisZ : 0);
          return Axes(*axes & ~fixed);
        })
        .Case([&](s::CacheOp o) -> Result {
          Result axes = axesOf(o.getInput());
          return axes && !(*axes & axisY) && ownsCell(o) ? axes : std::nullopt;
        })
        .Default([](Operation *) -> Result { return std::nullopt; });
  }

  /// No cache of another input has its cell.
  static bool ownsCell(s::CacheOp cache) {
    for (auto other : cache->getBlock()->getOps<s::CacheOp>())
      if (other.getCell() == cache.getCell() && other.getInput() != cache.getInput())
        return false;
    return true;
  }

  s::Purity purity;
  llvm::DenseMap<Operation *, Axes> known;
};

} // namespace

std::string cuda::whyNoBatch(s::GraphOp graph) {
  BatchCheck check(graph);
  for (auto entry : graph.getBody().front().getOps<s::EntryOp>()) {
    llvm::StringRef name = entry.getName();
    bool surface = name == "aquifers:surface_level";
    // A vein's functions are only asked for over volumes: see materials.h.
    bool point = surface || name.ends_with(":filler_gap") || name.starts_with("aquifers:");
    bool volume = surface || name.starts_with("router:") || name.starts_with("vein:");
    if ((point && !check.blindPoint(entry.getValue())) ||
        (volume && !check.blindVolume(entry.getValue())))
      return "what caches hold can be seen in " + name.str();
    if (volume && !BatchCheck::anyVolume(entry.getValue(), !name.starts_with("vein:")))
      return "the cells of an interpolation do not fit a section, in " + name.str();
  }
  return {};
}
