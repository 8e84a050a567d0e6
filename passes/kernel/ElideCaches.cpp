//===- ElideCaches.cpp - Replace caches that nobody can see ---------------===//
//
// Why no bit can change.
//
// One value. Let the input have the same bits on both paths at every position, whatever cells hold
// (Purity::samePathAxes, no axes), and let no cache of another input have its cell. Then every
// answer of the cell is that value, from its slot, from its volume or from the input; a NaN is as
// good as any other. What becomes visible is that caches
// below the input are asked more often, but these hold one value, too: any value with more than one
// under a cache would have made the input unknown to the analysis. So they are elided as well.
//
// Cache in cache. Let `outer` have cell a and the input `inner`, with cell b and input i, let
// `inner` have no other user, and let no other node have cell a or b. Then cell b only gets
// requests that cell a passes on, and both cells have the same content at all times: both start
// empty; on a volume request that a does not hold, a and b both take it (b never holds it, by
// induction, since it holds what a holds); on a point request that neither slot nor volume of a
// answers, those of b do not either, i is asked, and both slots take the same key and value. So b
// never answers from its content, and asking i directly asks i for the same things at the same
// times. A point that is NaN is asked again through both. Without caches in the context both are
// transparent.
//
// Nothing else is elided. The slot answers block B with the value at A where both have the same
// packed key (spec 10, 5.5), which x and z 2^26 apart or y 4,096 apart have, so a cache shows over
// everything that depends on a coordinate. For a cache of a noise it would be a loss, besides.
// Numbers of cells only tell cells apart.
//
//===----------------------------------------------------------------------===//

#include "passes/kernel/Passes.h"

#include "ir/SamplerAnalysis.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

namespace terrane {
#define GEN_PASS_DEF_ELIDECACHES
#include "passes/kernel/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;
namespace s = terrane::sampler;

namespace {
using Caches = llvm::SmallVector<s::CacheOp, 1>;

struct ElideCaches : terrane::impl::ElideCachesBase<ElideCaches> {
  void runOnOperation() override {
    elideUniform();
    elideNested();
    Builder builder(&getContext());
    auto cells = cachesByCell();
    for (auto [number, caches] : llvm::enumerate(cells))
      for (s::CacheOp cache : caches.second)
        cache.setCellAttr(builder.getI32IntegerAttr(static_cast<int32_t>(number)));
    numCells += cells.size();
  }

  /// In the order of first appearance.
  llvm::MapVector<unsigned, Caches> cachesByCell() {
    llvm::MapVector<unsigned, Caches> cells;
    for (auto cache : getOperation().getBody().front().getOps<s::CacheOp>())
      cells[cache.getCell()].push_back(cache);
    return cells;
  }

  static void elide(s::CacheOp cache) {
    cache.replaceAllUsesWith(cache.getInput());
    cache.erase();
  }

  void elideUniform() {
    const auto &purity = getAnalysis<s::Purity>();
    llvm::SmallVector<s::CacheOp> found;
    for (auto cache : getOperation().getBody().front().getOps<s::CacheOp>())
      if (purity.samePathAxes(cache) == std::optional<Axes>(Axes(0)))
        found.push_back(cache);
    for (s::CacheOp cache : found)
      elide(cache);
    numUniform += found.size();
  }

  void elideNested() {
    auto cells = cachesByCell();
    auto alone = [&](s::CacheOp cache) { return cells[cache.getCell()].size() == 1; };
    llvm::SmallVector<s::CacheOp> found;
    for (auto &[cell, caches] : cells)
      for (s::CacheOp outer : caches) {
        auto inner = outer.getInput().getDefiningOp<s::CacheOp>();
        if (inner && inner.getCell() != cell && inner->hasOneUse() && alone(inner) && alone(outer))
          found.push_back(inner);
      }
    for (s::CacheOp cache : found)
      elide(cache);
    numNested += found.size();
  }
};
} // namespace
