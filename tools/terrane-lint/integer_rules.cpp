//===- integer_rules.cpp - Integers that Java would wrap ------------------===//
//
// Sums overflow too, but nearly every one in the runtime is an index: a rule about them would be
// turned off. Products are where block coordinates leave 32 bits.
//
//===----------------------------------------------------------------------===//

#include "tools/terrane-lint/rules.h"

using namespace clang;
using namespace terrane::lint;

namespace {

/// Bits that an operand can have before it was promoted.
unsigned width(const Expr *e, const Unit &unit) {
  QualType type = e->IgnoreParenImpCasts()->getType();
  return type->isIntegralOrEnumerationType() ? unsigned(unit.context.getIntWidth(type)) : 64;
}

void checkProduct(const BinaryOperator &e, const Unit &unit) {
  QualType type = e.getOpcode() == BO_Mul
                      ? unit.scalar(e.getType())
                      : cast<CompoundAssignOperator>(e).getComputationResultType();
  if (!type->isSignedIntegerType() || unit.context.getIntWidth(type) != 32)
    return;
  if (unit.isConstant(e.getLHS()) || unit.isConstant(e.getRHS()))
    return;
  if (width(e.getLHS(), unit) + width(e.getRHS(), unit) < 32)
    return;
  if (!unit.isIn(e.getOperatorLoc(), "math/java.h"))
    unit.add(e.getOperatorLoc(), "wrapping",
             "C++ does not define an i32 product that overflows; use wrapMul, or i64, or say why "
             "it fits");
}

void checkShift(const BinaryOperator &e, const Unit &unit) {
  QualType type = unit.scalar(e.getLHS()->getType());
  if (!type->isIntegerType() || e.getRHS()->isValueDependent())
    return;
  Expr::EvalResult amount;
  if (!e.getRHS()->EvaluateAsInt(amount, unit.context))
    return;
  int64_t bits = amount.Val.getInt().getExtValue();
  if (bits < 0 || bits >= int64_t(unit.context.getIntWidth(type)))
    unit.add(e.getOperatorLoc(), "shift",
             "the amount is outside of the operand's width; Java would take it modulo the width, "
             "C++ does not define it");
}

} // namespace

void terrane::lint::checkIntegerOperator(const BinaryOperator &e, const Unit &unit) {
  if (e.isTypeDependent() || e.getLHS()->isTypeDependent() || e.getRHS()->isTypeDependent())
    return;
  switch (e.getOpcode()) {
  case BO_Mul:
  case BO_MulAssign:
    return checkProduct(e, unit);
  case BO_Shl:
  case BO_Shr:
  case BO_ShlAssign:
  case BO_ShrAssign:
    return checkShift(e, unit);
  default:
    return;
  }
}
