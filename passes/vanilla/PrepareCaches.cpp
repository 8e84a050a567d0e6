//===- PrepareCaches.cpp - Give every cache its cell (spec 10, 6.3) -------===//

#include "passes/vanilla/Passes.h"

#include "ir/Analysis.h"

namespace terrane {
#define GEN_PASS_DEF_PREPARECACHES
#include "passes/vanilla/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;

namespace {
struct PrepareCaches : terrane::impl::PrepareCachesBase<PrepareCaches> {
  void runOnOperation() override {
    // All classes first: a cache inside a cache is compared as written, too.
    density::StructuralClasses classes;
    llvm::DenseMap<unsigned, unsigned> cellOfClass;
    llvm::SmallVector<std::pair<density::CacheOp, unsigned>> caches;
    getOperation().walk([&](density::CacheOp cache) {
      auto [cell, isNew] =
          cellOfClass.try_emplace(classes.of(cache.getInput()), cellOfClass.size());
      caches.emplace_back(cache, cell->second);
    });
    for (auto [cache, cell] : caches) {
      OpBuilder builder(cache);
      auto prepared = builder.create<density::PreparedOp>(cache.getLoc(), cache.getInput(), cell);
      cache.replaceAllUsesWith(prepared.getResult());
      cache.erase();
    }
    numCaches += caches.size();
    numCells += cellOfClass.size();
    if (caches.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
