//===- AnnotatePurity.cpp - Print what values depend on, as attributes ----===//
//
// Attributes without readers: no bit can change.
//
//===----------------------------------------------------------------------===//

#include "passes/kernel/Passes.h"

#include "ir/SamplerAnalysis.h"

#include "mlir/IR/Builders.h"

namespace terrane {
#define GEN_PASS_DEF_ANNOTATEPURITY
#include "passes/kernel/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;

namespace {
struct AnnotatePurity : terrane::impl::AnnotatePurityBase<AnnotatePurity> {
  void runOnOperation() override {
    const auto &purity = getAnalysis<sampler::Purity>();
    Builder builder(&getContext());
    for (Operation &op : getOperation().getBody().front()) {
      if (op.getNumResults() == 0 || !isa<sampler::SamplerType>(op.getResult(0).getType()))
        continue;
      Value v = op.getResult(0);
      llvm::SmallVector<NamedAttribute> facts;
      auto fact = [&](bool holds, llvm::StringRef name, Attribute value) {
        if (holds)
          facts.push_back(builder.getNamedAttr(name, value));
      };
      fact(purity.hasCell(v), "cell", builder.getUnitAttr());
      fact(!purity.independent(v), "reads_cells", builder.getUnitAttr());
      fact(!purity.positionPure(v), "whole_volume", builder.getUnitAttr());
      if (std::optional<Axes> axes = purity.samePathAxes(v)) {
        std::string letters;
        for (auto [bit, letter] : {std::pair(axisX, 'x'), {axisY, 'y'}, {axisZ, 'z'}})
          if (*axes & bit)
            letters += letter;
        fact(true, "same_paths", builder.getStringAttr(letters));
      }
      op.setAttr("sampler.purity", builder.getDictionaryAttr(facts));
      ++numAnnotated;
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
