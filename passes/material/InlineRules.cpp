//===- InlineRules.cpp - Replace references by their targets (spec 40, 1.1) -===//

#include "passes/material/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace terrane {
#define GEN_PASS_DEF_INLINERULES
#include "passes/material/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;

namespace {
FlatSymbolRefAttr targetOf(Operation *op) {
  if (auto rule = dyn_cast<material::RuleRefOp>(op))
    return rule.getRuleAttr();
  if (auto condition = dyn_cast<material::ConditionRefOp>(op))
    return condition.getConditionAttr();
  return {};
}

struct InlineRules : terrane::impl::InlineRulesBase<InlineRules> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto graph : getOperation().getOps<material::GraphOp>())
      if (failed(inlineInto(graph, symbols)))
        return signalPassFailure();
    for (Operation &op : llvm::make_early_inc_range(getOperation().getOps()))
      if (isa<material::NamedRuleOp, material::NamedConditionOp>(op))
        op.erase();
  }

  /// What a rule of a real pack never comes near, and a chain of references that doubles at each
  /// step reaches at once.
  static constexpr unsigned maxOperations = 1u << 20;

  /// Walks the block once. A reference is replaced by a copy of its target in front of it, and the
  /// walk goes on with the copy, so that nested references are met in the game's order of
  /// compilation (depth first) without recursion.
  LogicalResult inlineInto(material::GraphOp graph, SymbolTable &symbols) {
    struct Open {
      Operation *target;    ///< being placed
      Operation *reference; ///< what it replaces; the walk reaches it when the copy is done
      Value value;          ///< of the copy
      bool hasVein = false;
    };
    Block &body = graph.getBody().front();
    std::vector<Open> stack;
    llvm::DenseMap<Operation *, Value> placed; // targets without veins
    unsigned operations = 0;
    for (auto it = body.begin(); it != body.end();) {
      Operation *op = &*it++;
      if (!stack.empty() && stack.back().reference == op) {
        Open done = stack.back();
        stack.pop_back();
        if (!done.hasVein)
          placed[done.target] = done.value;
        else if (!stack.empty())
          stack.back().hasVein = true;
        op->getResult(0).replaceAllUsesWith(done.value);
        op->erase();
        ++numReferences;
        continue;
      }
      if (isa<material::PrepareVeinOp>(op) && !stack.empty())
        stack.back().hasVein = true;
      FlatSymbolRefAttr name = targetOf(op);
      if (!name)
        continue;
      Operation *target = symbols.lookup(name.getAttr());
      if (!target || !isa<material::NamedRuleOp, material::NamedConditionOp>(target))
        return op->emitError("refers to '") << name.getValue() << "', which is not in the module";
      if (llvm::any_of(stack, [&](const Open &open) { return open.target == target; }))
        return reportCycle(op, target, stack);
      if (Value known = placed.lookup(target)) {
        op->getResult(0).replaceAllUsesWith(known);
        op->erase();
        ++numReferences;
        continue;
      }
      OpBuilder builder(op);
      IRMapping mapping;
      Operation *first = nullptr;
      Value value;
      for (Operation &inner : target->getRegion(0).front()) {
        if (auto yield = dyn_cast<material::YieldOp>(inner)) {
          if (targetOf(yield.getValue().getDefiningOp()))
            return target->emitError("is a bare reference; expected: an object");
          value = mapping.lookup(yield.getValue());
          break;
        }
        Operation *copy = builder.clone(inner, mapping);
        first = first ? first : copy;
        if (++operations > maxOperations)
          return op->emitError("references to rules with ore veins multiply beyond ")
                 << maxOperations << " rules and conditions; expected: fewer nested references";
      }
      if (!value || value.getType() != op->getResult(0).getType())
        return op->emitError("refers to '") << name.getValue() << "', which is of another kind";
      ++numCopies;
      stack.push_back({target, op, value});
      it = first ? first->getIterator() : op->getIterator();
    }
    return success();
  }

  template <class Stack>
  static LogicalResult reportCycle(Operation *op, Operation *target, const Stack &stack) {
    auto name = [](Operation *symbol) {
      return SymbolTable::getSymbolName(symbol).getValue().split(':').second;
    };
    auto first = llvm::find_if(stack, [&](const auto &open) { return open.target == target; });
    std::string cycle;
    for (auto it = first; it != stack.end(); ++it)
      cycle += ("'" + name(it->target) + "' -> ").str();
    return op->emitError("reference cycle: ")
           << cycle << "'" << name(target)
           << "'; expected: rules and conditions that do not refer to themselves";
  }
};
} // namespace
