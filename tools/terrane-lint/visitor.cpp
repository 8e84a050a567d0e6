//===- visitor.cpp - Runs the rules over a translation unit ---------------===//

#include "tools/terrane-lint/visitor.h"

#include "tools/terrane-lint/rules.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace terrane::lint;

bool Unit::isIn(SourceLocation where, llvm::StringRef file) const {
  const SourceManager &sources = context.getSourceManager();
  std::string path = pathOf(sources, sources.getFileID(sources.getExpansionLoc(where)));
  return llvm::StringRef(path).ends_with(("runtime/" + file).str());
}

QualType Unit::scalar(QualType type) const {
  type = type.getCanonicalType();
  const auto *vector = dyn_cast<VectorType>(type.getTypePtr());
  return vector ? vector->getElementType().getCanonicalType() : type;
}

bool Unit::isConstant(const Expr *e) const {
  Expr::EvalResult ignored;
  return !e->isValueDependent() && e->EvaluateAsRValue(ignored, context) && !ignored.HasSideEffects;
}

namespace {

class Visitor : public RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(const Unit &unit) : unit(unit) {}

  // A template says what it does only once its types are known.
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitBinaryOperator(BinaryOperator *e) {
    checkFloatOperator(*e, unit);
    checkIntegerOperator(*e, unit);
    if (const auto *assignment = dyn_cast<CompoundAssignOperator>(e))
      checkFloatAssignment(*assignment, unit);
    return true;
  }
  bool VisitCastExpr(CastExpr *e) {
    checkFloatCast(*e, unit);
    return true;
  }
  bool VisitConvertVectorExpr(ConvertVectorExpr *e) {
    checkVectorConversion(*e, unit);
    return true;
  }
  bool VisitCallExpr(CallExpr *e) {
    checkCall(*e, unit);
    return true;
  }

private:
  const Unit &unit;
};

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &instance, std::string file, Report &report)
      : instance(instance), file(std::move(file)), report(report) {}

  void HandleTranslationUnit(ASTContext &context) override {
    checkOptions(instance, file, report);
    Unit unit{context, report};
    Visitor visitor(unit);
    const SourceManager &sources = context.getSourceManager();
    // The declarations of foreign headers need no walk.
    for (Decl *declaration : context.getTranslationUnitDecl()->decls()) {
      SourceLocation where = sources.getExpansionLoc(declaration->getLocation());
      if (where.isValid() && report.isInScope(pathOf(sources, sources.getFileID(where))))
        visitor.TraverseDecl(declaration);
    }
  }

private:
  CompilerInstance &instance;
  std::string file;
  Report &report;
};

class LintAction : public ASTFrontendAction {
public:
  explicit LintAction(Report &report) : report(report) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &instance,
                                                 llvm::StringRef file) override {
    watchPragmas(instance, report);
    return std::make_unique<Consumer>(instance, file.str(), report);
  }

private:
  Report &report;
};

} // namespace

std::unique_ptr<FrontendAction> terrane::lint::makeLintAction(Report &report) {
  return std::make_unique<LintAction>(report);
}
