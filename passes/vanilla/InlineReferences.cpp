//===- InlineReferences.cpp - Replace references by their targets (spec 10, 6.2) -===//

#include "passes/vanilla/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace terrane {
#define GEN_PASS_DEF_INLINEREFERENCES
#include "passes/vanilla/Passes.h.inc"
} // namespace terrane

using namespace mlir;
using namespace terrane;

namespace {
/// The references that stand directly in a block.
llvm::SmallVector<density::RefOp> references(Block &block) {
  return llvm::to_vector(block.getOps<density::RefOp>());
}

struct InlineReferences : terrane::impl::InlineReferencesBase<InlineReferences> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto graph : getOperation().getOps<density::GraphOp>())
      if (failed(inlineInto(graph, symbols)))
        return signalPassFailure();
    for (auto func : llvm::make_early_inc_range(getOperation().getOps<density::FuncOp>()))
      func.erase();
  }

  /// Places every function the graph reaches in front of its own nodes, callees first, without
  /// recursion: chains of references may be as long as a pack has files.
  LogicalResult inlineInto(density::GraphOp graph, SymbolTable &symbols) {
    Block &body = graph.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    llvm::DenseMap<StringAttr, Value> placed;
    llvm::DenseSet<StringAttr> open;

    struct Frame {
      density::FuncOp func;
      llvm::SmallVector<density::RefOp> refs;
      size_t next = 0;
    };
    llvm::SmallVector<density::RefOp> roots = references(body);
    for (density::RefOp root : roots) {
      std::vector<Frame> stack;
      auto enter = [&](density::RefOp ref) -> LogicalResult {
        StringAttr name = ref.getFunctionAttr().getAttr();
        if (placed.contains(name))
          return success();
        auto func = symbols.lookup<density::FuncOp>(name);
        if (!func)
          return ref.emitError("refers to '") << name.getValue() << "', which is no density.func";
        if (!open.insert(name).second)
          return ref.emitError("is part of a reference cycle through '") << name.getValue() << "'";
        stack.push_back({func, references(func.getBody().front()), 0});
        return success();
      };
      if (failed(enter(root)))
        return failure();
      while (!stack.empty()) {
        Frame &top = stack.back();
        if (top.next < top.refs.size()) {
          if (failed(enter(top.refs[top.next++])))
            return failure();
          continue;
        }
        StringAttr name = top.func.getSymNameAttr();
        placed[name] = place(top.func, placed, builder);
        open.erase(name);
        stack.pop_back();
      }
      Value target = placed.lookup(root.getFunctionAttr().getAttr());
      root.replaceAllUsesWith(target);
      ++numReferences;
    }
    // Only now: the builder stands in front of the first of them.
    for (density::RefOp root : roots)
      root.erase();
    return success();
  }

  /// Clones a function whose references are all placed; returns what it stands for.
  Value place(density::FuncOp func, const llvm::DenseMap<StringAttr, Value> &placed,
              OpBuilder &builder) {
    ++numFunctions;
    IRMapping map;
    for (Operation &op : func.getBody().front().without_terminator()) {
      if (auto ref = dyn_cast<density::RefOp>(op)) {
        map.map(ref.getResult(), placed.lookup(ref.getFunctionAttr().getAttr()));
        ++numReferences;
      } else {
        builder.clone(op, map);
      }
    }
    return map.lookup(func.getResultValue());
  }
};
} // namespace
