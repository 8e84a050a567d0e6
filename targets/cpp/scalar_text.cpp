//===- scalar_text.cpp - Values of nodes at one block, as straight code ---===//

#include "targets/cpp/scalar_text.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

BlockNames ScalarText::sliced(BlockNames b, s::SliceOp slice) {
  auto at = [](IntegerAttr a, std::string &c) {
    if (a)
      c = literal(int32_t(a.getInt()));
  };
  at(slice.getXAttr(), b.x);
  at(slice.getYAttr(), b.y);
  at(slice.getZAttr(), b.z);
  return b;
}

llvm::SmallVector<ScalarText::Use> ScalarText::uses(Operation *op, const BlockNames &b) const {
  llvm::SmallVector<Use> out;
  if (boundary(op))
    return out;
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
  bool shortCut = path == Point && isa<s::BoundOp>(op);
  if (auto binary = dyn_cast<s::BinaryOp>(op); binary && path == Point)
    shortCut = binary.getKind() == s::Binary::Mul || binary.getKind() == s::Binary::Div;
  bool choice = isa<s::LerpOp, s::RangeChoiceOp, s::IntervalSelectOp>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    out.push_back({operand.get(), b, i > 0 && (shortCut || choice) ? i : 0});
  }
  return out;
}

ScalarText::Scope *ScalarText::branchScope(Scope *parent, const Instance &of, unsigned branch) {
  Scope *&scope = scopes[{parent, of, branch}];
  if (!scope) {
    owned.push_back(std::make_unique<Scope>(Scope{parent, parent->depth + 1}));
    scope = owned.back().get();
  }
  return scope;
}

ScalarText::Scope *ScalarText::common(Scope *a, Scope *b) const {
  while (a != b) {
    if (a->depth < b->depth)
      std::swap(a, b);
    a = a->parent;
  }
  return a;
}

/// The scope of every instance, users before operands.
void ScalarText::place() {
  owned.push_back(std::make_unique<Scope>(Scope{nullptr, 0}));
  root = owned.back().get();
  // Instances in graph order; the same node at several blocks are several instances.
  std::map<unsigned, std::map<BlockNames, Operation *>> order;
  llvm::SmallVector<std::pair<Value, BlockNames>> pending;
  std::map<Instance, unsigned> userCount;
  for (Value top : tops) {
    pending.push_back({top, {}});
    ++userCount[{top.getDefiningOp(), {}}];
    scopeOf[{top.getDefiningOp(), {}}] = root;
  }
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

void ScalarText::openScope(Scope *scope) {
  current = scope;
  for (const Instance &i : shared[scope])
    emit(i.first->getResult(0), i.second);
}

std::string ScalarText::emit(Value v, const BlockNames &b) {
  Instance of{v.getDefiningOp(), b};
  if (auto known = names.find(of); known != names.end())
    return known->second;
  if (auto c = v.getDefiningOp<s::ConstantOp>())
    return literal(c.getValue().convertToFloat());
  if (external(v)) {
    // Never remembered: every use is a request of its own.
    std::string call = externalText(v, b), name = fresh(v);
    line("const f32 " + name + " = " + call + ";");
    return name;
  }
  std::string name = compute(v, b);
  if (!e.nodes.hasCell(v))
    names[of] = name;
  return name;
}

void ScalarText::assign(const std::string &variable, Value v, const BlockNames &b,
                        const Instance &of, unsigned branch) {
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

std::string ScalarText::compute(Value v, const BlockNames &b) {
  Operation *op = v.getDefiningOp();
  Instance of{op, b};
  if (auto slice = dyn_cast<s::SliceOp>(op); slice && !boundary(op))
    return emit(slice.getInput(), sliced(b, slice));
  std::string name;
  auto declare = [&](const std::string &value) {
    name = fresh(v);
    line("const f32 " + name + " = " + value + ";");
    return name;
  };
  if (boundary(op))
    return declare(boundaryText(op, b));
  std::string expression = leaf(e, op, b.x, b.y, b.z, path == Volume);
  if (!expression.empty())
    return declare(expression);
  // Leaves whose volume form is one of a whole lattice elsewhere.
  auto noise = [&](unsigned index, double xz, double y) {
    return declare("noiseVolume(ctx->noises[" + std::to_string(index) + "], " + b.x + ", " + b.y +
                   ", " + b.z + ", " + literal(xz) + ", " + literal(y) + ")");
  };
  std::string here = "ctx, " + b.x + ", " + b.y + ", " + b.z;
  auto plain = [&] {
    std::vector<std::string> operands;
    for (Value operand : op->getOperands())
      operands.push_back(emit(operand, b));
    return declare(pointwise(op, operands, path == Volume));
  };
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](s::NoiseOp o) {
        return noise(e.noise(o.getNoiseAttr()), o.getXzScale().convertToDouble(),
                     o.getYScale().convertToDouble());
      })
      .Case([&](s::BlendedNoiseOp o) {
        auto [xz, y] = blendedScales(o);
        return noise(e.noise(o), xz, y);
      })
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
        std::string call = e.splineCall(o), array = "c" + fresh(v);
        size_t count = o.getCoordinates().size();
        if (count == 0)
          return declare(call + "[](i32) { return 0.0f; })");
        // NaN stands for "not yet": a NaN is asked for again.
        line("f32 " + array + "[" + std::to_string(count) + "];");
        line("for (f32 &c : " + array + ")");
        line("  c = quietNaN();");
        std::string variable = fresh(v);
        line("const f32 " + variable + " = " + call + "[&](i32 slot) {");
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
        line("if (notOne(" + t + ")) {");
        assign(first, o.getFirst(), b, of, 1);
        line("}");
        line("if (notZero(" + t + ")) {");
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
        if (path == Volume)
          return plain();
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
        if (path == Volume || o.getKind() == s::Binary::Add || o.getKind() == s::Binary::Sub)
          return plain();
        std::string l = emit(o.getLeft(), b);
        std::string variable = fresh(v), r = fresh(v);
        line("f32 " + variable + " = 0.0f;");
        line("if (notZero(" + l + ")) {");
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
      .Default([&](Operation *) { return plain(); });
}

void ScalarText::start() {
  place();
  openScope(root);
}
