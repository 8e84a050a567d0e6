//===- kernel.cpp - Volume kernels: values of nodes over a lattice --------===//
//
// A kernel loops over the columns of a volume, 64 points of a column at a time (or, where y is
// fixed by a slice, over 64 points of the flat volume). Its nodes are those between its outputs and
// the next slices and interpolations, whose inputs are computed first, by kernels of their own on
// their own volumes. A node that only some lattice points need is *guarded* by the conditions that
// say which; noises skip blocks of lanes without need. The guard of a node with several users is
// the innermost one common to all of them, so a guard's conditions never depend on what it guards.
//
//===----------------------------------------------------------------------===//

#include "targets/cpp/emitter.h"

#include "ir/SamplerMarks.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

namespace {

/// A condition under which values are needed: branch `branch` of node `choice`, within `parent`.
struct Guard {
  Guard *parent;
  Operation *choice;
  unsigned branch;
  unsigned depth;
  std::string mask; ///< its variable, once emitted
};

class KernelText {
public:
  KernelText(Emitter &e, llvm::ArrayRef<Value> outputs, bool flat)
      : e(e), outputs(outputs.begin(), outputs.end()), flat(flat) {}
  std::string body();

private:
  std::string name(Value v) { return "v" + std::to_string(e.nodes.number(v)); }
  std::string id(Value v) { return std::to_string(e.nodes.number(v)); }
  static bool boundary(Operation *op) { return isa<s::SliceOp, s::InterpolatedOp>(op); }

  void collect();
  void placeGuards();
  Guard *branchGuard(Guard *parent, Operation *op, unsigned branch);
  Guard *common(Guard *a, Guard *b);

  void children();
  void childKernel(const std::string &volume, llvm::ArrayRef<Value> inputs, bool childFlat);
  void scratch(const std::string &bytes) { sizes.push_back(bytes); }

  void emit(Value v);
  std::string maskOf(Guard *g);
  std::string emitNoise(Operation *op, unsigned noise, double xz, double y);
  std::string emitShifted(s::ShiftedNoiseOp op);
  std::string emitSpline(s::SplineOp op);
  std::string emitSlice(s::SliceOp op);
  std::string emitPointwise(Operation *op);
  std::string lanesOf(Operation *op, const std::string &expression);
  std::string hoisted(Value v, const std::string &prefix, const std::string &indent,
                      std::string &text, llvm::DenseSet<Operation *> &done);
  std::string emitHoisted(Value v, bool column);
  void line(const std::string &text) { lanes += indent() + text + "\n"; }
  std::string indent() const { return flat ? "    " : "        "; }

  Emitter &e;
  Values outputs;
  bool flat;
  llvm::SetVector<Operation *> nodes; ///< in graph order
  std::map<Operation *, Guard *> guardOf;
  std::vector<std::unique_ptr<Guard>> guards;
  std::map<std::tuple<Guard *, Operation *, unsigned>, Guard *> guardIndex;
  Guard *root = nullptr;
  llvm::DenseSet<Operation *> emitted, ofColumn; ///< defined in `lanes`, in `row`
  std::map<std::string, std::string> volumes;    ///< expression -> name of child volumes
  llvm::DenseMap<Operation *, std::string> interpolations, sliceVolumes;
  std::vector<std::string> sizes;
  std::string prologue, afterScratch, row, lanes;
  unsigned masks = 0;
};

void KernelText::collect() {
  llvm::SmallVector<Operation *> pending;
  llvm::DenseSet<Operation *> seen;
  std::vector<Operation *> found;
  for (Value v : outputs)
    pending.push_back(v.getDefiningOp());
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!seen.insert(op).second)
      continue;
    found.push_back(op);
    if (boundary(op))
      continue;
    if (auto spline = dyn_cast<s::SplineOp>(op)) {
      for (Value v : spline.getCoordinates())
        pending.push_back(v.getDefiningOp());
      continue;
    }
    for (Value v : op->getOperands())
      pending.push_back(v.getDefiningOp());
  }
  llvm::sort(found, [&](Operation *a, Operation *b) {
    return e.nodes.number(a->getResult(0)) < e.nodes.number(b->getResult(0));
  });
  nodes.insert(found.begin(), found.end());
}

Guard *KernelText::branchGuard(Guard *parent, Operation *op, unsigned branch) {
  Guard *&g = guardIndex[{parent, op, branch}];
  if (!g) {
    guards.push_back(std::make_unique<Guard>(Guard{parent, op, branch, parent->depth + 1, {}}));
    g = guards.back().get();
  }
  return g;
}

Guard *KernelText::common(Guard *a, Guard *b) {
  while (a != b) {
    if (a->depth < b->depth)
      std::swap(a, b);
    a = a->parent;
  }
  return a;
}

void KernelText::placeGuards() {
  guards.push_back(std::make_unique<Guard>(Guard{nullptr, nullptr, 0, 0, "m0"}));
  root = guards.back().get();
  auto need = [&](Value v, Guard *g) {
    Guard *&known = guardOf[v.getDefiningOp()];
    known = known ? common(known, g) : g;
  };
  for (Value v : outputs)
    need(v, root);
  // Users come after operands in a graph, so in reverse every user is known before its operands.
  for (Operation *op : llvm::reverse(nodes)) {
    Guard *g = guardOf[op];
    if (auto spline = dyn_cast<s::SplineOp>(op)) {
      // Which coordinates a volume needs is observable where caches lie below them: every point of
      // the volume must be looked at.
      if (e.recordsNeeds(spline))
        g = guardOf[op] = root;
      for (Value v : spline.getCoordinates())
        need(v, g);
      continue;
    }
    if (boundary(op))
      continue;
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned i = operand.getOperandNumber();
      need(operand.get(), s::isLazy(op, i) ? branchGuard(g, op, i) : g);
    }
  }
}

/// The lanes of a guard's branch.
std::string KernelText::maskOf(Guard *g) {
  if (!g->mask.empty())
    return g->mask;
  std::string parent = maskOf(g->parent);
  emit(g->choice->getOperand(0));
  std::string x = name(g->choice->getOperand(0));
  std::string condition =
      llvm::TypeSwitch<Operation *, std::string>(g->choice)
          .Case([&](s::RangeChoiceOp o) {
            std::string in = "(" + x + " >= " + literal(o.getMinInclusive().convertToFloat()) +
                             ") & (" + x + " < " + literal(o.getMaxExclusive().convertToFloat()) +
                             ")";
            return g->branch == 1 ? in : "~(" + in + ")";
          })
          .Case([&](s::IntervalSelectOp o) {
            size_t i = g->branch - 1;
            std::string text;
            if (i < o.getThresholds().size())
              text = "(" + x + " < " + literal(o.getThresholds()[i]) + ")";
            if (i > 0)
              text += (text.empty() ? "~(" : " & ~(") + x + " < " +
                      literal(o.getThresholds()[i - 1]) + ")";
            return text;
          })
          .Case([&](s::LerpOp) { return (g->branch == 1 ? "notOne(" : "notZero(") + x + ")"; });
  g->mask = "m" + std::to_string(++masks);
  line("const Mask " + g->mask + " = " + parent + " & (" + condition + ");");
  return g->mask;
}

//===----------------------------------------------------------------------===//
// Inputs of slices and interpolations
//===----------------------------------------------------------------------===//

/// Nodes that a kernel computes at next to no cost: two kernels may both have them.
bool cheap(Operation *op) {
  return isa<s::ConstantOp, s::GradientOp, s::FieldOp, s::DistanceOp>(op);
}

/// Inputs of one volume fall into groups that share no work; each group is a kernel, so that the
/// same node gets the same kernel wherever it is asked for.
std::vector<Values> groups(llvm::ArrayRef<Value> inputs) {
  llvm::EquivalenceClasses<Operation *> classes;
  for (Value v : inputs) {
    Operation *top = v.getDefiningOp();
    classes.insert(top);
    llvm::SmallVector<Operation *> pending{top};
    llvm::DenseSet<Operation *> seen;
    while (!pending.empty()) {
      Operation *op = pending.pop_back_val();
      if (!seen.insert(op).second || cheap(op))
        continue;
      classes.unionSets(top, op);
      for (Value operand : op->getOperands())
        pending.push_back(operand.getDefiningOp());
    }
  }
  llvm::MapVector<Operation *, Values> byLeader;
  for (Value v : inputs)
    byLeader[classes.getLeaderValue(v.getDefiningOp())].push_back(v);
  std::vector<Values> result;
  for (auto &[leader, values] : byLeader)
    result.push_back(values);
  return result;
}

void KernelText::childKernel(const std::string &volume, llvm::ArrayRef<Value> inputs,
                             bool childFlat) {
  for (const Values &group : groups(inputs)) {
    std::string kernel = e.kernelFunction(group, childFlat), arguments;
    for (Value v : group) {
      std::string buffer = "b" + id(v) + "_" + volume;
      scratch("floatBytes(" + volume + ".count())");
      afterScratch += "  f32 *const " + buffer + " = scratch.floats(" + volume + ".count());\n";
      arguments += ", " + buffer;
    }
    afterScratch += "  " + kernel + "(ctx, " + volume + ", needs" + arguments + ");\n";
  }
}

void KernelText::children() {
  std::map<std::string, llvm::SetVector<Value>> inputs;
  std::map<std::string, bool> flatVolume;
  for (Operation *op : nodes) {
    if (auto slice = dyn_cast<s::SliceOp>(op)) {
      int axes =
          (slice.getXAttr() ? 1 : 0) | (slice.getYAttr() ? 2 : 0) | (slice.getZAttr() ? 4 : 0);
      auto at = [](IntegerAttr a) { return a ? literal(int32_t(a.getInt())) : std::string("0"); };
      std::string expression = "sliceVolume(v, " + std::to_string(axes) + ", " +
                               at(slice.getXAttr()) + ", " + at(slice.getYAttr()) + ", " +
                               at(slice.getZAttr()) + ")";
      std::string &volume = volumes[expression];
      if (volume.empty()) {
        volume = "s" + std::to_string(volumes.size());
        prologue += "  const Volume " + volume + " = " + expression + ";\n";
        flatVolume[volume] = flat || slice.getYAttr();
      }
      sliceVolumes[op] = volume;
      inputs[volume].insert(slice.getInput());
    } else if (auto interpolated = dyn_cast<s::InterpolatedOp>(op)) {
      std::string expression = "interpolationOf(v, " +
                               literal(int32_t(interpolated.getCellSizeXz())) + ", " +
                               literal(int32_t(interpolated.getCellSizeY())) + ")";
      std::string &plan = volumes[expression];
      if (plan.empty()) {
        plan = "p" + std::to_string(volumes.size());
        prologue += "  const Interpolation " + plan + " = " + expression + ";\n";
        prologue += "  const Volume " + plan + "c = " + plan + ".corners;\n";
        flatVolume[plan + "c"] = false;
      }
      interpolations[op] = plan;
      inputs[plan + "c"].insert(interpolated.getInput());
    }
  }
  for (auto &[volume, values] : inputs)
    childKernel(volume, values.getArrayRef(), flatVolume[volume]);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

std::string KernelText::emitNoise(Operation *op, unsigned noise, double xz, double y) {
  std::string stack = "ctx->noises[" + std::to_string(noise) + "]";
  std::string active = "activeBlocks(" + maskOf(guardOf[op]) + ")";
  if (flat)
    return "flatNoiseLanes(" + stack + ", at, " + literal(xz) + ", " + literal(y) + ", " + active +
           ")";
  std::string plan = "n" + id(op->getResult(0));
  scratch("ColumnNoise::size(" + stack + ", v)");
  afterScratch += "  const ColumnNoise " + plan + " = ColumnNoise::open(scratch, " + stack +
                  ", v, " + literal(xz) + ", " + literal(y) + ");\n";
  return "columnNoiseLanes(" + plan + ", i, k, j, " + active + ")";
}

std::string KernelText::emitShifted(s::ShiftedNoiseOp op) {
  std::string y = op.getShiftY() ? "&" + name(op.getShiftY()) : "nullptr";
  return "shiftedNoiseLanes(ctx->noises[" + std::to_string(e.noise(op.getNoiseAttr())) + "], at, " +
         literal(op.getXzScale().convertToDouble()) + ", " +
         literal(op.getYScale().convertToDouble()) + ", " + name(op.getShiftX()) + ", " + y + ", " +
         name(op.getShiftZ()) + ", activeBlocks(" + maskOf(guardOf[op.getOperation()]) + "))";
}

std::string KernelText::emitSpline(s::SplineOp op) {
  std::string coordinates;
  for (Value c : op.getCoordinates())
    coordinates += (coordinates.empty() ? "" : ", ") + name(c);
  std::string record = "nullptr";
  if (e.recordsNeeds(op))
    record = "needs + " + std::to_string(e.splineNeeds(op));
  std::string array = "c" + id(op.getResult());
  if (op.getCoordinates().empty())
    line("const Lanes " + array + "[1] = {};");
  else
    line("const Lanes " + array + "[] = {" + coordinates + "};");
  return "splineLanes(" + e.splineTables(op) + ", " + array + ", " + record + ", n)";
}

std::string KernelText::emitSlice(s::SliceOp op) {
  std::string volume = sliceVolumes.lookup(op.getOperation());
  std::string buffer = "b" + id(op.getInput()) + "_" + volume;
  std::string i = op.getXAttr() ? "0" : "i", k = op.getZAttr() ? "0" : "k";
  if (flat) {
    if (i == "i" && k == "k")
      return "loadLanes(" + buffer + " + first, n)";
    return "eachLane(n, [&](i32 l) { return " + buffer + "[" + volume + ".index(" +
           (op.getXAttr() ? "0" : "i32((first + l) % v.sx)") + ", 0, " +
           (op.getZAttr() ? "0" : "i32((first + l) / v.sx)") + ")]; })";
  }
  if (op.getYAttr())
    return "broadcast(" + buffer + "[" + volume + ".index(" + i + ", 0, " + k + ")])";
  return "loadLanes(" + buffer + " + " + volume + ".index(" + i + ", 0, " + k + ") + j, n)";
}

/// A scalar expression of `x`, `y`, `z` in every lane.
std::string KernelText::lanesOf(Operation *op, const std::string &expression) {
  return "eachLane(n, [&](i32 l) { return " + expression + "; })";
}

std::string KernelText::emitPointwise(Operation *op) {
  std::vector<std::string> names;
  for (Value v : op->getOperands())
    names.push_back(name(v));
  // Operators that vectors have: the text is the scalar one.
  bool direct = llvm::TypeSwitch<Operation *, bool>(op)
                    .Case([](s::BinaryOp) { return true; })
                    .Case([](s::ScalarOp o) { return o.getKind() < s::Scalar::Min; })
                    .Case([](s::UnaryOp o) {
                      return o.getKind() == s::Unary::Square || o.getKind() == s::Unary::Cube ||
                             o.getKind() == s::Unary::Reciprocal || o.getKind() == s::Unary::Negate;
                    })
                    .Default([](Operation *) { return false; });
  if (direct)
    return pointwise(op, names, true);
  if (auto o = dyn_cast<s::RangeChoiceOp>(op))
    return "select((" + names[0] + " >= " + literal(o.getMinInclusive().convertToFloat()) +
           ") & (" + names[0] + " < " + literal(o.getMaxExclusive().convertToFloat()) + "), " +
           names[1] + ", " + names[2] + ")";
  if (auto o = dyn_cast<s::IntervalSelectOp>(op)) {
    std::string text = names.back();
    for (size_t i = o.getThresholds().size(); i-- > 0;)
      text = "select(" + names[0] + " < " + literal(o.getThresholds()[i]) + ", " + names[i + 1] +
             ", " + text + ")";
    return text;
  }
  static const char *letters[] = {"a", "b", "c"};
  std::vector<std::string> parameters;
  std::string arguments, signature;
  for (size_t i = 0; i < names.size(); ++i) {
    parameters.push_back(letters[i]);
    arguments += names[i] + ", ";
    signature += (i ? ", f32 " : "f32 ") + std::string(letters[i]);
  }
  std::string expression = pointwise(op, parameters, true);
  if (expression.empty())
    return {};
  return "map(" + arguments + "[](" + signature + ") { return " + expression + "; })";
}

/// A scalar expression of a value that is marked, or that stands below one; declares what it needs
/// in `text`.
std::string KernelText::hoisted(Value v, const std::string &prefix, const std::string &indent,
                                std::string &text, llvm::DenseSet<Operation *> &done) {
  Operation *op = v.getDefiningOp();
  if (auto constant = dyn_cast<s::ConstantOp>(op))
    return literal(constant.getValue().convertToFloat());
  if (auto cache = dyn_cast<s::CacheOp>(op))
    return hoisted(cache.getInput(), prefix, indent, text, done);
  std::string name = prefix + id(v), value;
  if (!done.insert(op).second)
    return name;
  if (auto slice = dyn_cast<s::SliceOp>(op)) {
    std::string volume = sliceVolumes.lookup(op);
    value = "b" + id(slice.getInput()) + "_" + volume + "[" + volume + ".index(" +
            (slice.getXAttr() ? "0" : "i") + ", 0, " + (slice.getZAttr() ? "0" : "k") + ")]";
  } else if (s::isPointwise(op)) {
    std::vector<std::string> operands;
    for (Value operand : op->getOperands())
      operands.push_back(hoisted(operand, prefix, indent, text, done));
    value = pointwise(op, operands, true);
  } else {
    value = leaf(e, op, "v.blockX(i)", "v.blockY(j)", "v.blockZ(k)", true);
  }
  text += indent + "const f32 " + name + " = " + value + ";\n";
  return name;
}

/// A value that is marked as one per column (computed before the lanes of the column) or per height
/// (computed before all columns).
std::string KernelText::emitHoisted(Value v, bool column) {
  if (column)
    return "broadcast(" + hoisted(v, "column", "      ", row, ofColumn) + ")";
  std::string table = "heights" + id(v), text;
  llvm::DenseSet<Operation *> done;
  std::string value = hoisted(v, "height", "    ", text, done);
  scratch("floatBytes(v.sy)");
  afterScratch += "  f32 *const " + table + " = scratch.floats(v.sy);\n" +
                  "  for (i32 j = 0; j < v.sy; ++j) {\n" + text + "    " + table +
                  "[j] = " + value + ";\n  }\n";
  return "loadLanes(" + table + " + j)";
}

void KernelText::emit(Value v) {
  Operation *op = v.getDefiningOp();
  if (!emitted.insert(op).second)
    return;
  // A flat volume has one lane per column and one height.
  bool column = s::isHoisted(op, "column");
  if (!flat && (column || s::isHoisted(op, "height"))) {
    std::string hoistedValue = emitHoisted(v, column);
    line("const Lanes " + name(v) + " = " + hoistedValue + ";");
    return;
  }
  // The mask of a guard needs its condition, which never needs what it guards.
  bool expensive = isa<s::NoiseOp, s::BlendedNoiseOp, s::ShiftedNoiseOp>(op);
  if (expensive)
    maskOf(guardOf[op]);
  if (auto spline = dyn_cast<s::SplineOp>(op)) {
    for (Value c : spline.getCoordinates())
      emit(c);
  } else if (!boundary(op)) {
    for (Value operand : op->getOperands())
      emit(operand);
  }
  // In a column x and z are the same for all lanes and may stand outside of `eachLane`.
  std::string x = flat ? "at.x(l)" : "v.blockX(i)", y = flat ? "v.my" : "v.blockY(j + l)",
              z = flat ? "at.z(l)" : "v.blockZ(k)";
  std::string value =
      llvm::TypeSwitch<Operation *, std::string>(op)
          .Case([&](s::NoiseOp o) {
            return emitNoise(o, e.noise(o.getNoiseAttr()), o.getXzScale().convertToDouble(),
                             o.getYScale().convertToDouble());
          })
          .Case([&](s::BlendedNoiseOp o) {
            auto [xz, ys] = blendedScales(o);
            return emitNoise(o, e.noise(o), xz, ys);
          })
          .Case([&](s::ShiftedNoiseOp o) { return emitShifted(o); })
          .Case([&](s::SplineOp o) { return emitSpline(o); })
          .Case([&](s::SliceOp o) { return emitSlice(o); })
          .Case([&](s::CacheOp o) { return name(o.getInput()); })
          .Case([&](s::InterpolatedOp o) {
            std::string plan = interpolations.lookup(op), column = "c" + id(v);
            std::string corners = "b" + id(o.getInput()) + "_" + plan + "c";
            std::string size = flat ? "v.count()" : "i64(v.sy)";
            scratch("floatBytes(" + size + ")");
            afterScratch += "  f32 *const " + column + " = scratch.floats(" + size + ");\n";
            if (flat) {
              afterScratch +=
                  "  interpolateVolume(" + column + ", " + plan + ", " + corners + ");\n";
              return "loadLanes(" + column + " + first)";
            }
            row +=
                "      interpolateColumn(" + column + ", " + plan + ", " + corners + ", i, k);\n";
            return "loadLanes(" + column + " + j)";
          })
          .Case([&](s::ConstantOp o) {
            return "broadcast(" + literal(o.getValue().convertToFloat()) + ")";
          })
          .Case([&](s::GradientOp o) {
            std::string expression = leaf(e, op, x, y, z, true);
            bool uniform = flat == (o.getAxis() == density::Axis::Y);
            return uniform ? "broadcast(" + expression + ")" : lanesOf(op, expression);
          })
          .Case([&](s::FieldOp o) {
            if (o.getField() == s::Field::Beardifier) {
              // Not "f" alone: node 32 would take the name of a type.
              std::string buffer = "field" + id(v);
              scratch("floatBytes(v.count())");
              afterScratch += "  f32 *const " + buffer + " = scratch.floats(v.count());\n";
              afterScratch +=
                  "  if (ctx->beardifierVolume)\n    ctx->beardifierVolume(ctx->beardifier, " +
                  buffer + ", &v);\n";
              std::string load = flat ? buffer + " + first, n" : buffer + " + row + j, n";
              return "(ctx->beardifierVolume ? loadLanes(" + load + ") : broadcast(0.0f))";
            }
            std::string expression = leaf(e, op, x, y, z, true);
            return flat ? lanesOf(op, expression) : "broadcast(" + expression + ")";
          })
          .Case([&](s::BlendDensityOp o) {
            std::string in = name(o.getInput());
            return "(ctx->blendDensity ? eachLane(n, [&](i32 l) { return "
                   "ctx->blendDensity(ctx->blender, " +
                   x + ", " + y + ", " + z + ", " + in + "[l]); }) : " + in + ")";
          })
          .Case([&](s::FindTopSurfaceOp o) {
            // Independent: the density has no caches, so its point function is a pure one.
            std::string density = e.pointFunction(o.getDensity());
            std::string upper = name(o.getUpperBound());
            return lanesOf(op, "findTopSurface(" + upper + "[l], " +
                                   literal(int32_t(o.getLowerBound())) + ", " +
                                   literal(int32_t(o.getCellHeight())) + ", [&](i32 y) { return " +
                                   density + "(ctx, " + x + ", y, " + z + "); })");
          })
          .Case<s::ShiftBOp, s::EndOuterIslandsOp>([&](Operation *o) {
            std::string expression = leaf(e, o, x, y, z, true);
            return flat ? lanesOf(o, expression) : "broadcast(" + expression + ")";
          })
          .Case([&](s::DistanceOp o) { return lanesOf(o, leaf(e, o, x, y, z, true)); })
          .Default([&](Operation *o) { return emitPointwise(o); });
  line("const Lanes " + name(v) + " = " + value + ";");
}

std::string KernelText::body() {
  collect();
  placeGuards();
  children();
  for (Value v : outputs)
    emit(v);
  std::string text = prologue;
  text += "  Scratch scratch = Scratch::open(ctx, 64";
  for (const std::string &size : sizes)
    text += " +\n      " + size;
  text += ");\n" + afterScratch;
  if (flat) {
    text +=
        "  for (i64 first = 0; first < v.count(); first += laneCount) {\n"
        "    const i32 n = i32(v.count() - first < laneCount ? v.count() - first : laneCount);\n"
        "    const Mask m0 = firstLanes(n);\n"
        "    FlatPosition at;\n"
        "    FlatPosition::fill(at, v, first, n);\n";
  } else {
    text += "  for (i32 k = 0; k < v.sz; ++k)\n"
            "    for (i32 i = 0; i < v.sx; ++i) {\n"
            "      const i64 row = v.index(i, 0, k);\n" +
            row +
            "      for (i32 j = 0; j < v.sy; j += laneCount) {\n"
            "        const i32 n = imin(laneCount, v.sy - j);\n"
            "        const Mask m0 = firstLanes(n);\n"
            "        const ColumnPosition at = {&v, i, j, k};\n";
  }
  text += lanes;
  for (auto [index, v] : llvm::enumerate(outputs))
    text += indent() + "storeLanes(out" + std::to_string(index) + " + " +
            (flat ? "first" : "row + j") + ", " + name(v) + ", n);\n";
  text += flat ? "  }\n" : "      }\n    }\n";
  return text;
}

} // namespace

std::string Emitter::kernelFunction(llvm::ArrayRef<Value> outputs, bool flat) {
  std::vector<unsigned> key{flat};
  for (Value v : outputs)
    key.push_back(nodes.number(v));
  auto [entry, isNew] = kernels.try_emplace(key, kernels.size());
  std::string name = "kernel_" + std::to_string(entry->second);
  if (!isNew)
    return name;
  std::string signature =
      "void " + name + "(KernelContext *ctx, const Volume &v, SplineNeeds *needs";
  for (size_t i = 0; i < outputs.size(); ++i)
    signature += ", f32 *out" + std::to_string(i);
  std::string body = KernelText(*this, outputs, flat).body();
  define(signature + ")", body);
  return name;
}
