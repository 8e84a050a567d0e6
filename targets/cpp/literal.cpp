//===- literal.cpp - Volume functions, and nodes evaluated literally ------===//
//
// Nodes whose values depend on cells (see emitter.h) are evaluated as the game does it: operand by
// operand over the whole volume, in its order.
//
//===----------------------------------------------------------------------===//

#include "targets/cpp/emitter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

namespace {

constexpr size_t maxRecordedSlots = 64; // SplineNeeds::mask

/// A record of a spline's needs serves one volume per request. True if every recording spline below
/// `top` stands in one volume only (slices and interpolations lead to others).
bool needsAreUnique(const Emitter &e, Value top) {
  std::map<Operation *, std::string> volumeOf;
  std::set<std::pair<Operation *, std::string>> seen;
  llvm::SmallVector<std::pair<Value, std::string>> pending{{top, ""}};
  while (!pending.empty()) {
    auto [v, volume] = pending.pop_back_val();
    Operation *op = v.getDefiningOp();
    if (!op || !e.nodes.hasCell(v) || !seen.emplace(op, volume).second)
      continue;
    if (auto spline = dyn_cast<s::SplineOp>(op); spline && e.recordsNeeds(spline)) {
      auto [known, isNew] = volumeOf.try_emplace(op, volume);
      if ((!isNew && known->second != volume) || spline.getCoordinates().size() > maxRecordedSlots)
        return false;
    }
    std::string inner = volume;
    if (isa<s::SliceOp, s::InterpolatedOp>(op)) {
      llvm::raw_string_ostream os(inner);
      os << '/' << op->getName() << op->getAttrDictionary();
    }
    for (Value operand : op->getOperands())
      if (isa<s::SamplerType>(operand.getType()))
        pending.push_back({operand, inner});
  }
  return true;
}

std::string at(IntegerAttr a) {
  return a ? literal(int32_t(a.getInt())) : std::string("0");
}

} // namespace

bool Emitter::recordsNeeds(s::SplineOp op) const {
  return llvm::any_of(op.getCoordinates(), [&](Value c) { return nodes.hasCell(c); });
}

std::string Emitter::volumeFunction(Value v) {
  std::string name = "volume_" + std::to_string(nodes.number(v));
  if (!begin(name))
    return name;
  std::string text;
  if (nodes.independent(v) && needsAreUnique(*this, v)) {
    text = "  SplineNeeds needs[maxSplineNeeds] = {};\n";
    text += "  " + kernelFunction({v}, false) + "(ctx, *v, needs, out);\n";
    if (nodes.hasCell(v))
      text += "  if (ctx->caches)\n    " + touchFunction(v) + "(ctx, *v, needs);\n";
  } else {
    text = "  " + literalFunction(v) + "(ctx, out, *v);\n";
  }
  define("void " + name + "(KernelContext *ctx, f32 *out, const Volume *v)", text);
  return name;
}

std::string Emitter::literalFunction(Value v) {
  std::string name = "literal_" + std::to_string(nodes.number(v));
  if (!begin(name))
    return name;
  Operation *op = v.getDefiningOp();
  std::string text;
  auto ask = [&](Value operand, const std::string &buffer, const std::string &volume) {
    return "  " + volumeFunction(operand) + "(ctx, " + buffer + ", &" + volume + ");\n";
  };
  auto loop = [](const std::string &body) {
    return "  f32 *o = out;\n"
           "  for (i32 k = 0; k < v.sz; ++k)\n"
           "    for (i32 i = 0; i < v.sx; ++i)\n"
           "      for (i32 j = 0; j < v.sy; ++j, ++o)\n        " +
           body + "\n";
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](s::CacheOp o) {
        text = "  KernelCell &cell = ctx->cells[" + std::to_string(o.getCell()) + "];\n" +
               "  if (!ctx->caches)\n    return " + volumeFunction(o.getInput()) +
               "(ctx, out, &v);\n";
        if (recomputed(o.getInput())) {
          // The cell keeps no values of its own; the same volume gives the same ones again, and
          // what lies below was touched when the volume was retained.
          text += "  if (cell.retained && cell.volume == v) {\n"
                  "    SplineNeeds needs[maxSplineNeeds] = {};\n    " +
                  kernelFunction({o.getInput()}, false) +
                  "(ctx, v, needs, out);\n    return;\n  }\n" + ask(o.getInput(), "out", "v") +
                  "  cell.volume = v;\n  cell.retained = 1;\n";
        } else {
          text += "  if (!cell.retained || cell.volume != v) {\n  " +
                  ask(o.getInput(), "out", "v") +
                  "    ctx->reserve(ctx, &cell, v.count());\n"
                  "    __builtin_memcpy(cell.data, out, u64(v.count()) * sizeof(f32));\n"
                  "    cell.volume = v;\n    cell.retained = 2;\n    return;\n  }\n"
                  "  __builtin_memcpy(out, cell.data, u64(v.count()) * sizeof(f32));\n";
        }
      })
      .Case([&](s::SliceOp o) {
        int axes = (o.getXAttr() ? 1 : 0) | (o.getYAttr() ? 2 : 0) | (o.getZAttr() ? 4 : 0);
        text = "  const Volume s = sliceVolume(v, " + std::to_string(axes) + ", " +
               at(o.getXAttr()) + ", " + at(o.getYAttr()) + ", " + at(o.getZAttr()) +
               ");\n  if (s == v)\n    return " + volumeFunction(o.getInput()) +
               "(ctx, out, &v);\n" +
               "  Scratch scratch = Scratch::open(ctx, floatBytes(s.count()));\n"
               "  f32 *const b = scratch.floats(s.count());\n" +
               ask(o.getInput(), "b", "s") +
               loop(std::string("*o = b[s.index(") + (o.getXAttr() ? "0" : "i") + ", " +
                    (o.getYAttr() ? "0" : "j") + ", " + (o.getZAttr() ? "0" : "k") + ")];");
      })
      .Case([&](s::InterpolatedOp o) {
        text = "  const Interpolation p = interpolationOf(v, " +
               literal(int32_t(o.getCellSizeXz())) + ", " + literal(int32_t(o.getCellSizeY())) +
               ");\n  if (p.aligned)\n    return " + volumeFunction(o.getInput()) +
               "(ctx, out, &v);\n" +
               "  const i64 corners = p.corners.count();\n"
               "  Scratch scratch = Scratch::open(ctx, floatBytes(corners));\n"
               "  f32 *const b = scratch.floats(corners);\n" +
               ask(o.getInput(), "b", "p.corners") + "  interpolateVolume(out, p, b);\n";
      })
      .Case([&](s::FindTopSurfaceOp o) {
        text = ask(o.getUpperBound(), "out", "v") +
               loop("*o = " + findTop(o, "*o", "v.blockX(i)", "v.blockZ(k)") + ";");
      })
      .Case([&](s::BlendDensityOp o) {
        text = ask(o.getInput(), "out", "v") + "  if (!ctx->blendDensity)\n    return;\n" +
               loop("*o = ctx->blendDensity(ctx->blender, v.blockX(i), v.blockY(j), v.blockZ(k), "
                    "*o);");
      })
      .Case([&](s::SplineOp o) {
        size_t count = o.getCoordinates().size();
        text = "  const i64 size = v.count();\n"
               "  Scratch scratch = Scratch::open(ctx, " +
               std::to_string(count) + " * floatBytes(size) + 64);\n  f32 *c[" +
               std::to_string(count) + "] = {};\n" +
               "  for (i64 n = 0; n < size; ++n)\n    out[n] = " + splineCall(o) +
               "[&](i32 slot) {\n      if (!c[slot]) {\n"
               "        c[slot] = scratch.floats(size);\n";
        for (auto [slot, c] : llvm::enumerate(o.getCoordinates()))
          text += "        if (slot == " + std::to_string(slot) + ")\n          " +
                  volumeFunction(c) + "(ctx, c[" + std::to_string(slot) + "], &v);\n";
        text += "      }\n      return c[slot][n];\n    });\n";
      })
      .Case([&](s::ShiftedNoiseOp o) {
        std::string xz = literal(o.getXzScale().convertToDouble()),
                    ys = literal(o.getYScale().convertToDouble());
        text = "  const i64 size = v.count();\n"
               "  Scratch scratch = Scratch::open(ctx, 2 * floatBytes(size));\n"
               "  f32 *const b = scratch.floats(size), *const c = scratch.floats(size);\n" +
               ask(o.getShiftX(), "out", "v") +
               (o.getShiftY() ? ask(o.getShiftY(), "b", "v") : std::string("  (void)b;\n")) +
               ask(o.getShiftZ(), "c", "v") +
               loop("*o = stackGet(ctx->noises[" + std::to_string(noise(o.getNoiseAttr())) +
                    "], f64(v.blockX(i)) * " + xz + " + f64(*o), f64(v.blockY(j)) * " + ys +
                    (o.getShiftY() ? " + f64(b[o - out])" : "") + ", f64(v.blockZ(k)) * " + xz +
                    " + f64(c[o - out]));");
      })
      .Default([&](Operation *o) {
        // A pointwise node: every operand over the whole volume, then the values.
        size_t count = o->getNumOperands();
        Values order(o->getOperands());
        llvm::SmallVector<unsigned> index = llvm::to_vector(llvm::seq<unsigned>(0, count));
        if (isa<s::RangeChoiceOp>(o))
          index = {1, 0, 2};
        text = "  const i64 size = v.count();\n"
               "  Scratch scratch = Scratch::open(ctx, " +
               std::to_string(count) + " * floatBytes(size));\n";
        std::vector<std::string> names;
        for (size_t i = 0; i < count; ++i) {
          text += "  f32 *const b" + std::to_string(i) + " = scratch.floats(size);\n";
          names.push_back("b" + std::to_string(i) + "[n]");
        }
        for (unsigned i : index)
          text += ask(order[i], "b" + std::to_string(i), "v");
        text +=
            "  for (i64 n = 0; n < size; ++n)\n    out[n] = " + pointwise(o, names, true) + ";\n";
      });
  define("void " + name + "(KernelContext *ctx, f32 *out, const Volume &v)", text);
  return name;
}
