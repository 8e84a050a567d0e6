//===- scalar_text.h - Values of nodes at one block, as straight code -----===//
//
// The text of a function that computes nodes at one block: straight-line code with branches for
// what need not be evaluated. A node without caches is pure: one that has several users is computed
// once, in the innermost scope that holds all of them. A node with caches is evaluated where the
// game evaluates it, as often as the game does.
//
// On the point path these are the branches that the game takes. On the volume path the game
// evaluates every operand; what a choice does not choose is left out, which nobody can see where
// there are no caches, so volume text is for graphs without caches.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_CPP_SCALAR_TEXT_H
#define TERRANE_TARGETS_CPP_SCALAR_TEXT_H

#include "targets/cpp/emitter.h"

namespace terrane::cpp {

/// Names of the block coordinates in a scope.
struct BlockNames {
  std::string x = "x", y = "y", z = "z";
  bool operator<(const BlockNames &o) const { return std::tie(x, y, z) < std::tie(o.x, o.y, o.z); }
};

class ScalarText {
public:
  enum Path { Point, Volume };
  /// Text for the values of `tops` at the block (x, y, z).
  ScalarText(Emitter &e, llvm::ArrayRef<Value> tops, Path path)
      : e(e), tops(tops.begin(), tops.end()), path(path) {}
  virtual ~ScalarText() = default;

protected:
  /// Places all nodes and opens the outermost scope; then `emit` gives the tops.
  void start();
  /// The name or literal of a value at a block; adds what computes it to `text`.
  std::string emit(Value v, const BlockNames &b);

  /// Nodes whose operands this text does not evaluate, and their expression at a block.
  virtual bool boundary(Operation *op) const { return false; }
  virtual std::string boundaryText(Operation *op, const BlockNames &b) { return {}; }
  /// Another function answers for this node, every use by a call of its own.
  virtual bool external(Value v) const { return false; }
  virtual std::string externalText(Value v, const BlockNames &b) { return {}; }

  void line(const std::string &t) { text += std::string(2 * (1 + level), ' ') + t + "\n"; }

  Emitter &e;
  Values tops;
  Path path;
  std::string text;

private:
  using Instance = std::pair<Operation *, BlockNames>;
  /// A branch of a node at a block; the root scope has no parent.
  struct Scope {
    Scope *parent;
    unsigned depth;
  };
  /// Operands that are evaluated by this function, with their block and branch (0: always).
  struct Use {
    Value value;
    BlockNames block;
    unsigned branch;
  };

  static BlockNames sliced(BlockNames b, sampler::SliceOp slice);
  llvm::SmallVector<Use> uses(Operation *op, const BlockNames &b) const;
  void place();
  Scope *branchScope(Scope *parent, const Instance &of, unsigned branch);
  Scope *common(Scope *a, Scope *b) const;
  std::string compute(Value v, const BlockNames &b);
  /// Assigns the value of an operand in branch `branch` of `of` to `variable`, in a block of its
  /// own.
  void assign(const std::string &variable, Value v, const BlockNames &b, const Instance &of,
              unsigned branch);
  void openScope(Scope *scope);
  std::string fresh(Value v) {
    return "v" + std::to_string(e.nodes.number(v)) +
           (counter ? "_" + std::to_string(counter++) : (++counter, std::string()));
  }

  std::map<Instance, Scope *> scopeOf;
  std::map<std::tuple<Scope *, Instance, unsigned>, Scope *> scopes;
  std::vector<std::unique_ptr<Scope>> owned;
  Scope *root = nullptr;
  std::map<Scope *, std::vector<Instance>> shared; ///< pure, several users, by scope; in order
  std::map<Instance, std::string> names;
  unsigned level = 0, counter = 0;
  Scope *current = nullptr;
};

} // namespace terrane::cpp

#endif // TERRANE_TARGETS_CPP_SCALAR_TEXT_H
