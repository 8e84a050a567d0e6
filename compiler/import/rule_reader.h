//===- rule_reader.h - Material rule JSON to operations -------------------===//

#ifndef TERRANE_COMPILER_IMPORT_RULE_READER_H
#define TERRANE_COMPILER_IMPORT_RULE_READER_H

#include "compiler/import/fields.h"
#include "compiler/import/importer.h"
#include "ir/Material.h"

namespace terrane::import {

/// Reads rules and conditions (spec 40, section 1) and creates their operations at the builder's
/// insertion point, operands first, so that their order is the game's order of compilation. Every
/// method returns a null value after it has reported an error.
class RuleReader {
public:
  RuleReader(Importer &importer, mlir::OpBuilder &builder)
      : importer(importer), builder(builder), diagnostics(importer.diagnostics) {}

  /// Where a rule (condition) is expected: an id or an object.
  mlir::Value readRule(const json::Value &v, llvm::StringRef what);
  mlir::Value readCondition(const json::Value &v, llvm::StringRef what);
  /// The content of a registry file: an object.
  mlir::Value readRuleFile(const json::Value &v) { return ruleObject(v); }
  mlir::Value readConditionFile(const json::Value &v) { return conditionObject(v); }

private:
  struct Object; ///< an inline rule or condition being read
  using Handler = mlir::Value (RuleReader::*)(Object &);

  mlir::Value ruleObject(const json::Value &v);
  mlir::Value conditionObject(const json::Value &v);
  mlir::Value object(const json::Value &v, llvm::StringRef what,
                     const llvm::StringMap<Handler> &handlers);
  static const llvm::StringMap<Handler> &ruleHandlers();
  static const llvm::StringMap<Handler> &conditionHandlers();

  mlir::Value block(Object &o);
  mlir::Value bandlands(Object &o);
  mlir::Value sequence(Object &o);
  mlir::Value condition(Object &o);
  mlir::Value oreVein(Object &o);

  mlir::Value biome(Object &o);
  mlir::Value noiseThreshold(Object &o);
  mlir::Value verticalGradient(Object &o);
  mlir::Value yAbove(Object &o);
  mlir::Value water(Object &o);
  mlir::Value stoneDepth(Object &o);
  mlir::Value negation(Object &o);
  template <typename Op> mlir::Value plain(Object &o);

  Importer &importer;
  mlir::OpBuilder &builder;
  Diagnostics &diagnostics;
};

} // namespace terrane::import

#endif // TERRANE_COMPILER_IMPORT_RULE_READER_H
