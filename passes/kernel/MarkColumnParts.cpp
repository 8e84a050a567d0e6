//===- MarkColumnParts.cpp - Mark what a column's search asks once --------===//
//
// find_top_surface asks its density at many blocks of one column. A part of the density that stands
// under a slice of y is asked at one and the same block every time.
//
// Why no bit can change. Let S be such a part, and let every cell below it be read by the whole
// density at one block of the column only. A cell answers a point request from its slot, else from
// its retained volume, else from its input, and then keeps the answer in the slot (spec 10, 5.4).
// Asked again for the same block, with nothing in between that asks it for another, it takes the
// same way, or the slot that it has just filled, or (NaN) its input again: the answer is the same
// and its slot keeps its content. By induction over nested cells that holds for all that lies below
// it. So the second time S is asked, its value and all cells are as before, and it need not be
// asked. The first time is when the density first needs it, as in the game.
//
//===----------------------------------------------------------------------===//

#include "passes/kernel/Passes.h"

#include "ir/SamplerMarks.h"

#include "mlir/IR/Builders.h"

#include <map>
#include <set>

namespace terrane {
#define GEN_PASS_DEF_MARKCOLUMNPARTS
#include "passes/kernel/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;
namespace s = terrane::sampler;

namespace {

/// On which coordinates of the asking block the place of a request depends; a fixed coordinate is
/// its number.
struct Place {
  std::string x = "x", y = "y", z = "z";
  bool operator<(const Place &o) const { return std::tie(x, y, z) < std::tie(o.x, o.y, o.z); }
};

/// Where every cell below a node is read on the point path.
class CellPlaces {
public:
  explicit CellPlaces(Value top) { visit(top, {}); }

  /// Read at one block per column, whatever y is asked for.
  bool fixedInColumn(unsigned cell) const {
    auto known = places.find(cell);
    return known != places.end() && known->second.size() == 1 && known->second.begin()->y != "y" &&
           !unknown.count(cell);
  }

private:
  void visit(Value v, Place place) {
    llvm::SmallVector<std::pair<Value, Place>> pending{{v, place}};
    while (!pending.empty()) {
      auto [value, p] = pending.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (!seen.emplace(op, p).second)
        continue;
      if (auto cache = dyn_cast<s::CacheOp>(op))
        places[cache.getCell()].insert(p);
      if (auto slice = dyn_cast<s::SliceOp>(op)) {
        auto fix = [](IntegerAttr a, std::string &c) {
          if (a)
            c = std::to_string(a.getInt());
        };
        fix(slice.getXAttr(), p.x);
        fix(slice.getYAttr(), p.y);
        fix(slice.getZAttr(), p.z);
      }
      // These ask elsewhere, or for volumes.
      if (isa<s::InterpolatedOp, s::FindTopSurfaceOp>(op)) {
        for (Value operand : op->getOperands())
          distrust(operand);
        continue;
      }
      for (Value operand : op->getOperands())
        if (isa<s::SamplerType>(operand.getType()))
          pending.push_back({operand, p});
    }
  }

  void distrust(Value v) {
    llvm::SmallVector<Operation *> pending{v.getDefiningOp()};
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      if (!distrusted.insert(op).second)
        continue;
      if (auto cache = dyn_cast<s::CacheOp>(op))
        unknown.insert(cache.getCell());
      for (Value operand : op->getOperands())
        if (Operation *inner = operand.getDefiningOp())
          pending.push_back(inner);
    }
  }

  std::map<unsigned, std::set<Place>> places;
  std::set<unsigned> unknown;
  std::set<std::pair<Operation *, Place>> seen;
  llvm::DenseSet<Operation *> distrusted;
};

/// The parts of a density that a search need ask only once per column.
llvm::SmallVector<Value> columnParts(Value density) {
  CellPlaces cells(density);
  llvm::SmallVector<Value> parts;
  llvm::DenseSet<Operation *> seen;
  llvm::SmallVector<Value> pending{density};
  auto allFixed = [&](Value part) {
    llvm::DenseSet<Operation *> inside;
    llvm::SmallVector<Operation *> below{part.getDefiningOp()};
    while (!below.empty()) {
      Operation *op = below.pop_back_val();
      if (!inside.insert(op).second)
        continue;
      if (auto cache = dyn_cast<s::CacheOp>(op); cache && !cells.fixedInColumn(cache.getCell()))
        return false;
      for (Value operand : op->getOperands())
        if (Operation *inner = operand.getDefiningOp())
          below.push_back(inner);
    }
    return true;
  };
  while (!pending.empty()) {
    Value v = pending.pop_back_val();
    Operation *op = v.getDefiningOp();
    if (!seen.insert(op).second)
      continue;
    auto slice = dyn_cast<s::SliceOp>(op);
    if (slice && slice.getYAttr() && allFixed(v)) {
      parts.push_back(v);
      continue;
    }
    // Below other slices and below caches a request has another block, or may not be made.
    if (isa<s::SliceOp, s::CacheOp, s::InterpolatedOp, s::FindTopSurfaceOp>(op))
      continue;
    for (Value operand : op->getOperands())
      if (isa<s::SamplerType>(operand.getType()))
        pending.push_back(operand);
  }
  return parts;
}

struct MarkColumnParts : terrane::impl::MarkColumnPartsBase<MarkColumnParts> {
  void runOnOperation() override {
    Builder builder(&getContext());
    Block &body = getOperation().getBody().front();
    for (Operation &op : body) {
      op.removeAttr(s::partMark);
      op.removeAttr(s::columnPartsMark);
    }
    int32_t parts = 0;
    for (auto search : body.getOps<s::FindTopSurfaceOp>()) {
      llvm::SmallVector<int32_t> list;
      for (Value part : columnParts(search.getDensity())) {
        Operation *slice = part.getDefiningOp();
        if (!slice->hasAttr(s::partMark))
          slice->setAttr(s::partMark, builder.getI32IntegerAttr(parts++));
        list.push_back(
            static_cast<int32_t>(slice->getAttrOfType<IntegerAttr>(s::partMark).getInt()));
      }
      if (list.empty())
        continue;
      search->setAttr(s::columnPartsMark, builder.getDenseI32ArrayAttr(list));
      ++numSearches;
    }
    numParts += parts;
    markAllAnalysesPreserved();
  }
};
} // namespace
