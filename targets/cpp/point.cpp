//===- point.cpp - Point functions: one block, caches included ------------===//
//
// A point function is straight-line code with the branches that the game takes. Nodes without
// caches are pure: one that has several users is computed once, in the innermost scope that holds
// all of them. A node with caches is evaluated where the game evaluates it, as often as the game
// does.
//
//===----------------------------------------------------------------------===//

#include "targets/cpp/emitter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

namespace {

/// Names of the block coordinates in a scope.
struct Block {
  std::string x, y, z;
  bool operator<(const Block &o) const { return std::tie(x, y, z) < std::tie(o.x, o.y, o.z); }
};

/// A branch of a node at a block; the root scope has no parent.
struct Scope {
  Scope *parent;
  unsigned depth;
};

class PointText {
public:
  /// `columnParts` are asked once per column and remembered in `parts`.
  PointText(Emitter &e, Value top, llvm::ArrayRef<Value> columnParts)
      : e(e), top(top), columnParts(columnParts) {}
  std::string body();

private:
  using Instance = std::pair<Operation *, Block>;

  static Block sliced(Block b, s::SliceOp slice) {
    auto at = [](IntegerAttr a, std::string &c) {
      if (a)
        c = literal(int32_t(a.getInt()));
    };
    at(slice.getXAttr(), b.x);
    at(slice.getYAttr(), b.y);
    at(slice.getZAttr(), b.z);
    return b;
  }
  /// Another function answers for this node.
  bool external(Value v) const {
    Operation *op = v.getDefiningOp();
    return v != top && (isa<s::CacheOp>(op) || (e.nodes.hasCell(v) && e.nodes.shared(v)) ||
                        llvm::is_contained(columnParts, v));
  }
  /// Operands that are evaluated by this function, with their block and branch (0: always).
  struct Use {
    Value value;
    Block block;
    unsigned branch;
  };
  llvm::SmallVector<Use> uses(Operation *op, const Block &b) const;

  void place();
  Scope *branchScope(Scope *parent, const Instance &of, unsigned branch);
  Scope *common(Scope *a, Scope *b) const;

  std::string emit(Value v, const Block &b);
  std::string compute(Value v, const Block &b);
  /// Assigns the value of an operand in branch `branch` of `of` to `variable`, in a block of its
  /// own.
  void assign(const std::string &variable, Value v, const Block &b, const Instance &of,
              unsigned branch);
  void openScope(Scope *scope);
  void line(const std::string &t) { text += std::string(2 * (1 + level), ' ') + t + "\n"; }
  std::string fresh(Value v) {
    return "v" + std::to_string(e.nodes.number(v)) +
           (counter ? "_" + std::to_string(counter++) : (++counter, std::string()));
  }

  Emitter &e;
  Value top;
  llvm::ArrayRef<Value> columnParts;
  std::map<Instance, Scope *> scopeOf;
  std::map<std::tuple<Scope *, Instance, unsigned>, Scope *> scopes;
  std::vector<std::unique_ptr<Scope>> owned;
  Scope *root = nullptr;
  std::map<Scope *, std::vector<Instance>> shared; ///< pure, several users, by scope; in order
  std::map<Instance, std::string> names;
  std::string text;
  unsigned level = 0, counter = 0;
  Scope *current = nullptr;
};

llvm::SmallVector<PointText::Use> PointText::uses(Operation *op, const Block &b) const {
  llvm::SmallVector<Use> out;
  if (auto slice = dyn_cast<s::SliceOp>(op)) {
    out.push_back({slice.getInput(), sliced(b, slice), 0});
    return out;
  }
  if (auto spline = dyn_cast<s::SplineOp>(op)) {
    // Coordinates are asked for by slot, each in a branch of its own.
    for (auto [slot, c] : llvm::enumerate(spline.getCoordinates()))
      out.push_back({c, b, static_cast<unsigned>(slot) + 1});
    return out;
  }
  if (auto interpolated = dyn_cast<s::InterpolatedOp>(op)) {
    return out; // both cases call functions
  }
  if (auto search = dyn_cast<s::FindTopSurfaceOp>(op)) {
    out.push_back({search.getUpperBound(), b, 0}); // the density is a function
    return out;
  }
  bool shortCut = isa<s::BoundOp>(op);
  if (auto binary = dyn_cast<s::BinaryOp>(op))
    shortCut = binary.getKind() == s::Binary::Mul || binary.getKind() == s::Binary::Div;
  bool choice = isa<s::LerpOp, s::RangeChoiceOp, s::IntervalSelectOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    out.push_back({operand.get(), b, i > 0 && (shortCut || choice) ? i : 0});
  }
  return out;
}

Scope *PointText::branchScope(Scope *parent, const Instance &of, unsigned branch) {
  Scope *&scope = scopes[{parent, of, branch}];
  if (!scope) {
    owned.push_back(std::make_unique<Scope>(Scope{parent, parent->depth + 1}));
    scope = owned.back().get();
  }
  return scope;
}

Scope *PointText::common(Scope *a, Scope *b) const {
  while (a != b) {
    if (a->depth < b->depth)
      std::swap(a, b);
    a = a->parent;
  }
  return a;
}

/// The scope of every instance, users before operands.
void PointText::place() {
  owned.push_back(std::make_unique<Scope>(Scope{nullptr, 0}));
  root = owned.back().get();
  // Instances in graph order; the same node at several blocks are several instances.
  std::map<unsigned, std::map<Block, Operation *>> order;
  llvm::SmallVector<std::pair<Value, Block>> pending{{top, {"x", "y", "z"}}};
  std::map<Instance, unsigned> userCount;
  while (!pending.empty()) {
    auto [v, b] = pending.pop_back_val();
    if (!order[e.nodes.number(v)].emplace(b, v.getDefiningOp()).second)
      continue;
    if (external(v))
      continue;
    for (const Use &use : uses(v.getDefiningOp(), b)) {
      ++userCount[{use.value.getDefiningOp(), use.block}];
      pending.push_back({use.value, use.block});
    }
  }
  scopeOf[{top.getDefiningOp(), {"x", "y", "z"}}] = root;
  for (auto &[number, blocks] : llvm::reverse(order))
    for (auto &[b, op] : blocks) {
      Instance of{op, b};
      Scope *scope = scopeOf[of];
      if (external(op->getResult(0)))
        continue;
      for (const Use &use : uses(op, b)) {
        Scope *at = use.branch ? branchScope(scope, of, use.branch) : scope;
        Scope *&known = scopeOf[{use.value.getDefiningOp(), use.block}];
        known = known ? common(known, at) : at;
      }
    }
  for (auto &[number, blocks] : order)
    for (auto &[b, op] : blocks)
      if (userCount[{op, b}] > 1 && !e.nodes.hasCell(op->getResult(0)) && !isa<s::ConstantOp>(op))
        shared[scopeOf[{op, b}]].push_back({op, b});
}

void PointText::openScope(Scope *scope) {
  current = scope;
  for (const Instance &i : shared[scope])
    emit(i.first->getResult(0), i.second);
}

std::string PointText::emit(Value v, const Block &b) {
  Instance of{v.getDefiningOp(), b};
  if (auto known = names.find(of); known != names.end())
    return known->second;
  if (auto c = v.getDefiningOp<s::ConstantOp>())
    return literal(c.getValue().convertToFloat());
  if (external(v)) {
    // Never remembered: every use is a request of its own.
    std::string name = fresh(v),
                call = e.pointFunction(v) + "(ctx, " + b.x + ", " + b.y + ", " + b.z + ")";
    if (auto part = llvm::find(columnParts, v); part != columnParts.end()) {
      std::string index = std::to_string(part - columnParts.begin());
      line("if (!parts.known[" + index + "]) {");
      line("  parts.values[" + index + "] = " + call + ";");
      line("  parts.known[" + index + "] = true;");
      line("}");
      call = "parts.values[" + index + "]";
    }
    line("const f32 " + name + " = " + call + ";");
    return name;
  }
  std::string name = compute(v, b);
  if (!e.nodes.hasCell(v))
    names[of] = name;
  return name;
}

void PointText::assign(const std::string &variable, Value v, const Block &b, const Instance &of,
                       unsigned branch) {
  Scope *outer = current;
  std::map<Instance, std::string> before = names;
  ++level;
  auto found = scopes.find({scopeOf[of], of, branch});
  if (found != scopes.end())
    openScope(found->second);
  std::string value = emit(v, b);
  line(variable + " = " + value + ";");
  --level;
  names = std::move(before); // what was declared inside is gone
  current = outer;
}

std::string PointText::compute(Value v, const Block &b) {
  Operation *op = v.getDefiningOp();
  Instance of{op, b};
  if (auto slice = dyn_cast<s::SliceOp>(op))
    return emit(slice.getInput(), sliced(b, slice));
  std::string name;
  auto declare = [&](const std::string &value) {
    name = fresh(v);
    line("const f32 " + name + " = " + value + ";");
    return name;
  };
  std::string expression = leaf(e, op, b.x, b.y, b.z, false);
  if (!expression.empty())
    return declare(expression);
  std::string here = "ctx, " + b.x + ", " + b.y + ", " + b.z;
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](s::ShiftedNoiseOp o) {
        std::string x = emit(o.getShiftX(), b),
                    y = o.getShiftY() ? emit(o.getShiftY(), b) : std::string(),
                    z = emit(o.getShiftZ(), b);
        std::string xz = literal(o.getXzScale().convertToDouble());
        std::string py = "f64(" + b.y + ") * " + literal(o.getYScale().convertToDouble());
        if (!y.empty())
          py += " + f64(" + y + ")";
        return declare("stackGet(ctx->noises[" + std::to_string(e.noise(o.getNoiseAttr())) +
                       "], f64(" + b.x + ") * " + xz + " + f64(" + x + "), " + py + ", f64(" + b.z +
                       ") * " + xz + " + f64(" + z + "))");
      })
      .Case([&](s::SplineOp o) {
        std::string tables = e.splineTables(o), array = "c" + fresh(v);
        size_t count = o.getCoordinates().size();
        if (count == 0)
          return declare("splineValue(" + tables + ", [](i32) { return 0.0f; })");
        // NaN stands for "not yet": a NaN is asked for again.
        line("f32 " + array + "[" + std::to_string(count) + "];");
        line("for (f32 &c : " + array + ")");
        line("  c = quietNaN();");
        std::string variable = fresh(v);
        line("const f32 " + variable + " = splineValue(" + tables + ", [&](i32 slot) {");
        ++level;
        line("if (isNaN(" + array + "[slot])) {");
        for (auto [slot, c] : llvm::enumerate(o.getCoordinates())) {
          line(std::string(slot ? "} else " : "  ") + "if (slot == " + std::to_string(slot) +
               ") {");
          ++level;
          assign(array + "[" + std::to_string(slot) + "]", c, b, of, slot + 1);
          --level;
        }
        line("  }");
        line("}");
        line("return " + array + "[slot];");
        --level;
        line("});");
        return variable;
      })
      .Case([&](s::InterpolatedOp o) {
        std::string volume = e.volumeFunction(o.getInput()), point = e.pointFunction(o.getInput());
        return declare("interpolatedPoint(" + here + ", " + literal(int32_t(o.getCellSizeXz())) +
                       ", " + literal(int32_t(o.getCellSizeY())) + ", " + volume + ", " + point +
                       ")");
      })
      .Case([&](s::FindTopSurfaceOp o) {
        return declare(e.findTop(o, emit(o.getUpperBound(), b), b.x, b.z));
      })
      .Case([&](s::BlendDensityOp o) {
        std::string in = emit(o.getInput(), b);
        return declare("ctx->blendDensity ? ctx->blendDensity(ctx->blender, " + b.x + ", " + b.y +
                       ", " + b.z + ", " + in + ") : " + in);
      })
      .Case([&](s::LerpOp o) {
        std::string t = emit(o.getAlpha(), b), variable = fresh(v), first = fresh(v),
                    second = fresh(v);
        line("f32 " + variable + " = 0.0f, " + first + " = 0.0f, " + second + " = 0.0f;");
        line("if (" + t + " != 1.0f) {");
        assign(first, o.getFirst(), b, of, 1);
        line("}");
        line("if (" + t + " != 0.0f) {");
        assign(second, o.getSecond(), b, of, 2);
        line("}");
        line(variable + " = lerpOrEnd(" + t + ", " + first + ", " + second + ");");
        return variable;
      })
      .Case([&](s::RangeChoiceOp o) {
        std::string x = emit(o.getInput(), b), variable = fresh(v);
        line("f32 " + variable + ";");
        line("if (" + x + " >= " + literal(o.getMinInclusive().convertToFloat()) + " && " + x +
             " < " + literal(o.getMaxExclusive().convertToFloat()) + ") {");
        assign(variable, o.getWhenInRange(), b, of, 1);
        line("} else {");
        assign(variable, o.getWhenOutOfRange(), b, of, 2);
        line("}");
        return variable;
      })
      .Case([&](s::IntervalSelectOp o) {
        std::string x = emit(o.getInput(), b), variable = fresh(v);
        line("f32 " + variable + ";");
        for (auto [i, f] : llvm::enumerate(o.getFunctions())) {
          bool last = i == o.getThresholds().size();
          std::string test =
              last ? "{" : "if (" + x + " < " + literal(o.getThresholds()[i]) + ") {";
          line((i ? "} else " : "") + test);
          assign(variable, f, b, of, i + 1);
        }
        line("}");
        return variable;
      })
      .Case([&](s::BoundOp o) {
        bool min = o.getKind() == s::Bound::Min;
        std::string l = emit(o.getLeft(), b), variable = fresh(v), r = fresh(v);
        line("f32 " + variable + " = " + l + ";");
        line("if (!(" + l + (min ? " <= " : " >= ") + literal(o.getThreshold().convertToFloat()) +
             ")) {");
        ++level;
        line("f32 " + r + ";");
        --level;
        assign(r, o.getRight(), b, of, 1);
        ++level;
        line(variable + " = " + (min ? "jmin(" : "jmax(") + l + ", " + r + ");");
        --level;
        line("}");
        return variable;
      })
      .Case([&](s::BinaryOp o) {
        std::string l = emit(o.getLeft(), b);
        if (o.getKind() == s::Binary::Add || o.getKind() == s::Binary::Sub)
          return declare(pointwise(op, {l, emit(o.getRight(), b)}, false));
        std::string variable = fresh(v), r = fresh(v);
        line("f32 " + variable + " = 0.0f;");
        line("if (" + l + " != 0.0f) {"); // a NaN is no zero
        ++level;
        line("f32 " + r + ";");
        --level;
        assign(r, o.getRight(), b, of, 1);
        ++level;
        line(variable + " = " + pointwise(op, {l, r}, false) + ";");
        --level;
        line("}");
        return variable;
      })
      .Default([&](Operation *o) {
        std::vector<std::string> operands;
        for (Value operand : o->getOperands())
          operands.push_back(emit(operand, b));
        return declare(pointwise(o, operands, false));
      });
}

std::string PointText::body() {
  place();
  openScope(root);
  std::string value;
  if (auto cache = top.getDefiningOp<s::CacheOp>(); cache && columnParts.empty()) {
    std::string input = e.pointFunction(cache.getInput()), retained = e.retainedFunction(cache);
    std::string cell = std::to_string(cache.getCell());
    return "  if (!ctx->caches)\n    return " + input + "(ctx, x, y, z);\n" +
           "  KernelCell &cell = ctx->cells[" + cell + "];\n" +
           "  const i64 key = blockKey(x, y, z);\n"
           "  if (cell.key == key && !isNaN(cell.value))\n    return cell.value;\n"
           "  if (cell.retained) {\n"
           "    const i64 index = latticeIndex(cell.volume, x, y, z);\n"
           "    if (index >= 0)\n      return " +
           retained + "(ctx, cell, x, y, z, index);\n  }\n" + "  const f32 value = " + input +
           "(ctx, x, y, z);\n"
           "  cell.key = key;\n"
           "  cell.value = value;\n"
           "  return value;\n";
  }
  value = emit(top, {"x", "y", "z"});
  return text + "  return " + value + ";\n";
}

} // namespace

std::string Emitter::pointFunction(Value v) {
  std::string name = "point_" + std::to_string(nodes.number(v));
  if (begin(name))
    definePoint(v, {}, name);
  return name;
}

void Emitter::definePoint(Value v, llvm::ArrayRef<Value> columnParts, const std::string &name) {
  maxColumnParts = std::max(maxColumnParts, columnParts.size());
  std::string body = PointText(*this, v, columnParts).body();
  define("f32 " + name + "(KernelContext *ctx, i32 x, i32 y, i32 z" +
             (columnParts.empty() ? ")" : ", ColumnParts &parts)"),
         body);
}

std::string Emitter::retainedFunction(s::CacheOp cache) {
  Value input = cache.getInput();
  std::string name = "retained_" + std::to_string(cache.getCell());
  if (!begin(name))
    return name;
  std::string text;
  if (!nodes.independent(input)) {
    text = "  return cell.data[index];\n"; // written when the volume was asked for
  } else {
    std::string kernel = kernelFunction({input}, false);
    std::string needs = "  SplineNeeds needs[maxSplineNeeds] = {};\n";
    if (nodes.positionPure(input))
      // The value at a lattice point is that of a volume of this point alone, and that of the
      // whole volume. Of a small volume all points are likely to be asked for.
      text = "  if (cell.retained == 1 && cell.volume.count() <= retainAllBelow) {\n" + needs +
             "    ctx->reserve(ctx, &cell, cell.volume.count());\n    " + kernel +
             "(ctx, cell.volume, needs, cell.data);\n"
             "    cell.retained = 2;\n"
             "  }\n"
             "  if (cell.retained == 2)\n    return cell.data[index];\n"
             "  Volume v = cell.volume;\n"
             "  v.sx = v.sy = v.sz = 1;\n"
             "  v.mx = x, v.my = y, v.mz = z;\n" +
             needs + "  f32 value;\n  " + kernel +
             "(ctx, v, needs, &value);\n"
             "  return value;\n";
    else
      text = "  if (cell.retained == 1) {\n" + needs +
             "    ctx->reserve(ctx, &cell, cell.volume.count());\n"
             "    " +
             kernel +
             "(ctx, cell.volume, needs, cell.data);\n"
             "    cell.retained = 2;\n"
             "  }\n"
             "  return cell.data[index];\n";
  }
  define("f32 " + name + "(KernelContext *ctx, KernelCell &cell, i32 x, i32 y, i32 z, i64 index)",
         text);
  return name;
}
