//===- call_rules.cpp - Functions that exact code does not call -----------===//

#include "tools/terrane-lint/rules.h"

#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace terrane::lint;

namespace {

/// Functions whose last bits are the library's choice, or whose treatment of NaN and -0.0 is not
/// the game's. floor, ceil, trunc, sqrt, abs and copysign are exact everywhere.
bool isInexactName(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "acos",      "acosh",   "asin",   "asinh",  "atan",     "atan2",       "atanh",      "cbrt",
      "clamp",     "cos",     "cosh",   "erf",    "erfc",     "exp",         "exp2",       "expm1",
      "fdim",      "fma",     "fmax",   "fmin",   "hypot",    "lerp",        "log",        "log10",
      "log1p",     "log2",    "lrint",  "max",    "min",      "pow",         "lround",     "rint",
      "nearbyint", "round",   "sin",    "sincos", "sinh",     "tan",         "tanh",       "tgamma",
      "lgamma",    "llround", "llrint", "minmax", "midpoint", "max_element", "min_element"};
  if (names.contains(name))
    return true;
  return (name.ends_with("f") || name.ends_with("l")) && names.contains(name.drop_back());
}

bool isReductionName(llvm::StringRef name) {
  return name == "accumulate" || name == "reduce" || name == "transform_reduce" ||
         name == "inner_product";
}

bool isModeName(llvm::StringRef name) {
  return name == "fesetround" || name == "fesetenv" || name == "feholdexcept" ||
         name == "feupdateenv" || name == "_mm_setcsr" || name == "ia32_ldmxcsr" ||
         name == "_mm_setcsr_ss" || name == "_controlfp";
}

/// A function of the C or C++ library, or of the compiler.
bool isForeign(const FunctionDecl &callee) {
  if (callee.getBuiltinID() || callee.isInStdNamespace() || callee.isExternC())
    return true;
  return callee.getDeclContext()->getRedeclContext()->isTranslationUnit();
}

bool hasFloat(const CallExpr &e, const Unit &unit) {
  auto isFloat = [&](QualType type) {
    return unit.scalar(type.getNonReferenceType())->isRealFloatingType();
  };
  if (isFloat(e.getType()))
    return true;
  for (const Expr *argument : e.arguments())
    if (isFloat(argument->getType()))
      return true;
  return false;
}

} // namespace

void terrane::lint::checkCall(const CallExpr &e, const Unit &unit) {
  const FunctionDecl *callee = e.getDirectCallee();
  if (!callee || !callee->getIdentifier() || e.isTypeDependent() || !isForeign(*callee))
    return;
  llvm::StringRef name = callee->getName();
  name.consume_front("__builtin_");
  SourceLocation where = e.getExprLoc();
  if (isModeName(name)) {
    unit.add(
        where, "float-mode",
        "this changes how the caller's floats round; use FloatMode of runtime/math/float_mode.h");
  } else if (!hasFloat(e, unit)) {
    return;
  } else if (isReductionName(name)) {
    unit.add(where, "reduction", "the order of this sum must be seen in the text; write the loop");
  } else if (isInexactName(name)) {
    unit.add(where, "library-math",
             "'" + name.str() +
                 "' of floats is not the game's on every machine; use runtime/math (jmin, jmax, "
                 "clampf, lerp, logd, powd), or say why the bits agree");
  }
}
