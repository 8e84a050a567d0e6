//===- rules.h - What breaks exactness ------------------------------------===//
//
// The rules, by the short names that findings carry:
//
//   contraction     a*b+c where the compiler may fuse          float_rules.cpp
//   fast-math       arithmetic under a licence to be inexact
//   promotion       f32 arithmetic that goes through f64, or through x87
//   narrowing       an f64 that becomes an f32 by itself
//   float-equality  == or != with a literal
//   float-to-int    a conversion past toI32, floorI, ...
//   wrapping        a product of two i32 that Java would wrap  integer_rules.cpp
//   shift           a constant shift that C++ does not define
//   library-math    functions that a libm may round as it likes, std::min of floats  call_rules.cpp
//   reduction       sums of floats in no certain order
//   float-mode      the rounding mode or the flags of mxcsr
//   pragma          pragmas about floating point               text_rules.cpp
//   flags           a command line that allows any of this
//
// runtime/math/java.h holds the helpers, so `float-to-int` and `wrapping` say nothing there.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TOOLS_TERRANE_LINT_RULES_H
#define TERRANE_TOOLS_TERRANE_LINT_RULES_H

#include "tools/terrane-lint/report.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/CompilerInstance.h"

#include <memory>

namespace terrane::lint {

/// One translation unit under examination.
struct Unit {
  clang::ASTContext &context;
  Report &report;

  void add(clang::SourceLocation where, llvm::StringRef rule, llvm::StringRef message) const {
    report.add(context.getSourceManager(), where, rule, message);
  }
  /// Whether `where` lies in the file of that name below runtime/.
  bool isIn(clang::SourceLocation where, llvm::StringRef file) const;
  /// The type itself, or the element's where it is a vector.
  clang::QualType scalar(clang::QualType type) const;
  bool isConstant(const clang::Expr *e) const;
};

void checkFloatOperator(const clang::BinaryOperator &e, const Unit &unit);
void checkFloatAssignment(const clang::CompoundAssignOperator &e, const Unit &unit);
void checkFloatCast(const clang::CastExpr &e, const Unit &unit);
void checkVectorConversion(const clang::ConvertVectorExpr &e, const Unit &unit);
void checkIntegerOperator(const clang::BinaryOperator &e, const Unit &unit);
void checkCall(const clang::CallExpr &e, const Unit &unit);
/// Before the text is read: follows its pragmas.
void watchPragmas(clang::CompilerInstance &instance, Report &report);
/// The options of a translation unit as the compiler understood them.
void checkOptions(const clang::CompilerInstance &instance, llvm::StringRef file, Report &report);
/// A command line as it was written: what leaves no trace in the options.
void checkCommand(const std::vector<std::string> &command, llvm::StringRef file, Report &report);

} // namespace terrane::lint

#endif // TERRANE_TOOLS_TERRANE_LINT_RULES_H
