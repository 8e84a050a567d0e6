//===- float_rules.cpp - Operators and conversions of floats --------------===//

#include "tools/terrane-lint/rules.h"

using namespace clang;
using namespace terrane::lint;

namespace {

bool isArithmetic(BinaryOperatorKind kind) {
  return kind == BO_Add || kind == BO_Sub || kind == BO_Mul || kind == BO_Div ||
         kind == BO_AddAssign || kind == BO_SubAssign || kind == BO_MulAssign ||
         kind == BO_DivAssign;
}

bool isSum(BinaryOperatorKind kind) {
  return kind == BO_Add || kind == BO_Sub || kind == BO_AddAssign || kind == BO_SubAssign;
}

/// A product, also a negated one, whatever the parentheses.
bool isProduct(const Expr *e) {
  e = e->IgnoreParenImpCasts();
  if (const auto *minus = dyn_cast<UnaryOperator>(e); minus && minus->getOpcode() == UO_Minus)
    e = minus->getSubExpr()->IgnoreParenImpCasts();
  const auto *product = dyn_cast<BinaryOperator>(e);
  return product && product->getOpcode() == BO_Mul;
}

bool isLiteral(const Expr *e) {
  e = e->IgnoreParenImpCasts();
  if (const auto *sign = dyn_cast<UnaryOperator>(e);
      sign && (sign->getOpcode() == UO_Minus || sign->getOpcode() == UO_Plus))
    e = sign->getSubExpr()->IgnoreParenImpCasts();
  return isa<FloatingLiteral>(e) || isa<IntegerLiteral>(e);
}

/// The implicit widening of a float at the top of an operand; null if there is none.
const ImplicitCastExpr *widened(const Expr *operand, const Unit &unit) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(operand->IgnoreParens());
  if (!cast || cast->getCastKind() != CK_FloatingCast || cast->isPartOfExplicitCast())
    return nullptr;
  ASTContext &context = unit.context;
  bool isWider = context.getFloatingTypeOrder(cast->getType(), cast->getSubExpr()->getType()) > 0;
  return isWider ? cast : nullptr;
}

constexpr llvm::StringLiteral toIntMessage =
    "C++ does not define this where the value does not fit; use toI32, toI64, floorI, floorL or "
    "ceilI of runtime/math/java.h";

} // namespace

void terrane::lint::checkFloatOperator(const BinaryOperator &e, const Unit &unit) {
  if (e.isTypeDependent() || e.getLHS()->isTypeDependent() || e.getRHS()->isTypeDependent())
    return;
  QualType left = unit.scalar(e.getLHS()->getType());
  QualType right = unit.scalar(e.getRHS()->getType());
  if (!left->isRealFloatingType() && !right->isRealFloatingType())
    return;
  SourceLocation where = e.getOperatorLoc();
  if (e.isEqualityOp() && (isLiteral(e.getLHS()) || isLiteral(e.getRHS())))
    unit.add(where, "float-equality",
             "a float is compared with a literal; say why the value is met exactly");
  if (!isArithmetic(e.getOpcode()))
    return;

  FPOptions options = e.getFPFeaturesInEffect(unit.context.getLangOpts());
  if (options.getAllowFPReassociate() || options.getNoHonorNaNs() || options.getNoHonorInfs() ||
      options.getNoSignedZero() || options.getAllowReciprocal() || options.getAllowApproxFunc())
    unit.add(where, "fast-math",
             "the compiler may reorder or round this as it likes; no option or pragma may say so");
  bool mayFuse =
      options.allowFPContractWithinStatement() || options.allowFPContractAcrossStatement();
  if (isSum(e.getOpcode()) && mayFuse && (isProduct(e.getLHS()) || isProduct(e.getRHS())))
    unit.add(where, "contraction",
             "the compiler may fuse this product and sum into one rounding; compile with "
             "-ffp-contract=off");
  if (unit.context.hasSameUnqualifiedType(left, unit.context.LongDoubleTy) ||
      unit.context.hasSameUnqualifiedType(right, unit.context.LongDoubleTy))
    unit.add(where, "promotion", "long double is computed by x87 with 64 bits; use f64");
  for (const Expr *operand : {e.getLHS(), e.getRHS()})
    if (!e.isAssignmentOp() && widened(operand, unit))
      unit.add(where, "promotion",
               "an operand is widened by itself, so the operation rounds as f64; write f64(...) or "
               "an f32 literal");
}

void terrane::lint::checkFloatAssignment(const CompoundAssignOperator &e, const Unit &unit) {
  if (e.isTypeDependent() || e.getLHS()->isTypeDependent() || e.getRHS()->isTypeDependent())
    return;
  QualType kept = unit.scalar(e.getLHS()->getType());
  QualType computed = unit.scalar(e.getComputationResultType());
  if (!computed->isRealFloatingType())
    return;
  if (kept->isIntegerType())
    unit.add(e.getOperatorLoc(), "float-to-int", toIntMessage);
  else if (unit.context.getFloatingTypeOrder(computed, kept) > 0)
    unit.add(e.getOperatorLoc(), "narrowing",
             "this is computed in a wider type and rounded again; write the operation out in one "
             "type");
}

void terrane::lint::checkFloatCast(const CastExpr &e, const Unit &unit) {
  const Expr *from = e.getSubExpr();
  if (e.isTypeDependent() || from->isTypeDependent())
    return;
  if (e.getCastKind() == CK_FloatingToIntegral) {
    if (!unit.isConstant(from) && !unit.isIn(e.getExprLoc(), "math/java.h"))
      unit.add(e.getExprLoc(), "float-to-int", toIntMessage);
    return;
  }
  const auto *implicit = dyn_cast<ImplicitCastExpr>(&e);
  if (e.getCastKind() != CK_FloatingCast || !implicit || implicit->isPartOfExplicitCast() ||
      unit.context.getFloatingTypeOrder(from->getType(), e.getType()) <= 0)
    return;
  Expr::EvalResult value;
  if (!from->isValueDependent() && from->EvaluateAsRValue(value, unit.context) &&
      value.Val.isFloat()) {
    bool losesBits = false;
    llvm::APFloat rounded = value.Val.getFloat();
    rounded.convert(unit.context.getFloatTypeSemantics(e.getType()),
                    llvm::APFloat::rmNearestTiesToEven, &losesBits);
    if (losesBits)
      unit.add(e.getExprLoc(), "narrowing",
               "this constant is rounded twice; write it with the suffix f, or f32(...)");
    return;
  }
  unit.add(e.getExprLoc(), "narrowing", "a wider value is rounded by itself; write f32(...)");
}

void terrane::lint::checkVectorConversion(const ConvertVectorExpr &e, const Unit &unit) {
  if (e.isTypeDependent() || e.getSrcExpr()->isTypeDependent())
    return;
  bool toInteger = unit.scalar(e.getType())->isIntegerType() &&
                   unit.scalar(e.getSrcExpr()->getType())->isRealFloatingType();
  if (toInteger && !unit.isIn(e.getExprLoc(), "math/java.h"))
    unit.add(e.getExprLoc(), "float-to-int", toIntMessage);
}
