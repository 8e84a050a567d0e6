//===- MaterialOps.cpp - Folding of rules and conditions ------------------===//
//
// Every rewrite keeps what a block gets, and keeps whether and when a condition with a visible
// effect is asked. Conditions without one are pure functions of the block, so they may be dropped.
//
//===----------------------------------------------------------------------===//

#include "ir/Material.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace terrane::material;

#define GET_OP_CLASSES
#include "ir/MaterialOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

bool terrane::material::hasVisibleEffect(Value condition) {
  Operation *op = condition.getDefiningOp();
  if (isa<AbovePreliminarySurfaceOp, ConditionRefOp>(op))
    return true;
  return llvm::any_of(op->getOperands(), hasVisibleEffect);
}

bool terrane::material::isColumnConstant(Value condition) {
  Operation *op = condition.getDefiningOp();
  if (isa<ConstantOp, SteepOp, HoleOp, PerColumnOp>(op))
    return true;
  if (auto noise = dyn_cast<NoiseThresholdOp>(op))
    return !noise.getIs_3d();
  if (auto negation = dyn_cast<NotOp>(op))
    return isColumnConstant(negation.getOperand());
  return false;
}

/// Whether a rule always yields a state.
static bool alwaysYields(Value rule) {
  return isa<PlaceOp, BandlandsOp>(rule.getDefiningOp());
}

static bool isNothing(Value rule) {
  return isa<NothingOp>(rule.getDefiningOp());
}

/// The value of a constant condition.
static std::optional<bool> constantValue(Value condition) {
  if (auto constant = condition.getDefiningOp<ConstantOp>())
    return constant.getValue();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult StateOp::verify() {
  if (!getSymName().starts_with(statePrefix))
    return emitOpError("has a symbol without the prefix '") << statePrefix << "'";
  auto flags = getFlags();
  if (bitEnumContainsAll(flags, StateFlags::Air | StateFlags::Fluid))
    return emitOpError("is both air and a fluid");
  return success();
}

Value GraphOp::getRule() {
  for (EntryOp entry : getBody().front().getOps<EntryOp>())
    return entry.getRule();
  return {};
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

OpFoldResult NothingOp::fold(FoldAdaptor) {
  return UnitAttr::get(getContext());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) {
  return getValueAttr();
}

OpFoldResult NotOp::fold(FoldAdaptor) {
  if (auto inner = getOperand().getDefiningOp<NotOp>())
    return inner.getOperand();
  if (std::optional<bool> value = constantValue(getOperand()))
    return BoolAttr::get(getContext(), !*value);
  return {};
}

OpFoldResult BiomeOp::fold(FoldAdaptor) {
  if (getBiomes().empty())
    return BoolAttr::get(getContext(), false);
  return {};
}

OpFoldResult NoiseThresholdOp::fold(FoldAdaptor) {
  // No value lies between inverted bounds, and a NaN compares false with everything.
  if (!(getMin().convertToDouble() <= getMax().convertToDouble()))
    return BoolAttr::get(getContext(), false);
  return {};
}

OpFoldResult WhenOp::fold(FoldAdaptor) {
  if (std::optional<bool> value = constantValue(getCondition()))
    return *value ? OpFoldResult(getRule()) : OpFoldResult(UnitAttr::get(getContext()));
  if (isNothing(getRule()) && !hasVisibleEffect(getCondition()))
    return UnitAttr::get(getContext());
  return {};
}

OpFoldResult SequenceOp::fold(FoldAdaptor) {
  if (getRules().empty())
    return UnitAttr::get(getContext());
  if (getRules().size() == 1)
    return getRules().front();
  return {};
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {
/// Sequences within a sequence are spliced in, rules that yield nothing and those behind one that
/// always yields are dropped. A spliced sequence that has other users stays for them.
struct FlattenSequence : OpRewritePattern<SequenceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(SequenceOp op, PatternRewriter &rewriter) const override {
    llvm::SmallVector<Value> rules;
    for (Value rule : op.getRules()) {
      if (isNothing(rule))
        continue;
      auto inner = rule.getDefiningOp<SequenceOp>();
      if (inner && inner->hasOneUse())
        rules.append(inner.getRules().begin(), inner.getRules().end());
      else
        rules.push_back(rule);
    }
    auto last = llvm::find_if(rules, alwaysYields);
    if (last != rules.end())
      rules.erase(std::next(last), rules.end());
    if (llvm::equal(rules, op.getRules()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getRulesMutable().assign(rules); });
    return success();
  }
};

/// `when(c, when(c, r))` is `when(c, r)`: a condition's answer is one for the block.
struct MergeEqualConditions : OpRewritePattern<WhenOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WhenOp op, PatternRewriter &rewriter) const override {
    auto inner = op.getRule().getDefiningOp<WhenOp>();
    if (!inner || inner.getCondition() != op.getCondition())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getRuleMutable().assign(inner.getRule()); });
    return success();
  }
};
} // namespace

void SequenceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<FlattenSequence>(context);
}

void WhenOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<MergeEqualConditions>(context);
}
