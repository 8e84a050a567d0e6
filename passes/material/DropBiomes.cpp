//===- DropBiomes.cpp - Decide conditions on impossible biomes (spec 50, 7) -===//

#include "passes/material/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSet.h"

namespace terrane {
#define GEN_PASS_DEF_DROPBIOMES
#include "passes/material/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;

namespace {
struct DropBiomes : terrane::impl::DropBiomesBase<DropBiomes> {
  using DropBiomesBase::DropBiomesBase;

  void runOnOperation() override {
    if (possible.empty())
      return;
    llvm::StringSet<> can;
    for (const std::string &id : possible)
      can.insert(id);
    Builder builder(&getContext());
    for (auto op :
         llvm::make_early_inc_range(getOperation().getBody().front().getOps<material::BiomeOp>())) {
      llvm::StringSet<> kept;
      llvm::SmallVector<Attribute> list;
      for (Attribute biome : op.getBiomes()) {
        llvm::StringRef id = cast<StringAttr>(biome).getValue();
        if (!can.contains(id))
          ++numDropped;
        else if (kept.insert(id).second)
          list.push_back(biome);
      }
      if (!kept.empty() && kept.size() < can.size()) {
        op.setBiomesAttr(builder.getArrayAttr(list));
        continue;
      }
      OpBuilder at(op);
      op.replaceAllUsesWith(
          at.create<material::ConstantOp>(op.getLoc(), at.getBoolAttr(!kept.empty())).getResult());
      op.erase();
      ++numDecided;
    }
  }
};
} // namespace
