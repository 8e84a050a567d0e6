//===- nodes.cpp - What the C++ emitter knows of a graph's nodes ----------===//

#include "targets/cpp/emitter.h"

#include "ir/SamplerMarks.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace terrane;
using namespace terrane::cpp;
namespace s = terrane::sampler;

Nodes::Nodes(s::GraphOp graph) : Purity(graph) {
  unsigned next = 0;
  for (Operation &op : graph.getBody().front()) {
    if (op.getNumResults() == 0)
      continue;
    numbers[&op] = next++;
    if (auto part = op.getAttrOfType<IntegerAttr>(s::partMark))
      parts[part.getInt()] = op.getResult(0);
  }
}

Values Nodes::columnParts(s::FindTopSurfaceOp search) const {
  Values list;
  if (auto mark = search->getAttrOfType<DenseI32ArrayAttr>(s::columnPartsMark))
    for (int32_t part : mark.asArrayRef())
      if (Value v = parts.lookup(part))
        list.push_back(v);
  return list;
}

std::string cpp::literal(float v) {
  if (std::isnan(v))
    return "__builtin_bit_cast(f32, 0x7fc00000u)";
  if (std::isinf(v)) // a constant expression for every compiler, NVRTC included
    return v > 0 ? "__builtin_bit_cast(f32, 0x7f800000u)" : "__builtin_bit_cast(f32, 0xff800000u)";
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%a", static_cast<double>(v)) << "f";
  return text;
}

std::string cpp::literal(double v) {
  if (std::isnan(v) || std::isinf(v))
    return "f64(" + literal(float(v)) + ")";
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%a", v);
  return text;
}

std::string cpp::literal(int32_t v) {
  return v == INT32_MIN ? "(-2147483647 - 1)" : std::to_string(v);
}

static std::string call(const std::string &f, llvm::ArrayRef<std::string> args) {
  return f + "(" + llvm::join(args, ", ") + ")";
}

static std::string unary(s::Unary kind, const std::string &v) {
  switch (kind) {
  case s::Unary::Abs:
    return "absF(" + v + ")";
  case s::Unary::Square:
    return v + " * " + v;
  case s::Unary::Cube:
    return "(" + v + " * " + v + ") * " + v;
  case s::Unary::Sqrt:
    return "sqrtF(" + v + ")";
  case s::Unary::HalfNegative:
    return "halfNegative(" + v + ")";
  case s::Unary::QuarterNegative:
    return "quarterNegative(" + v + ")";
  case s::Unary::Reciprocal:
    return "1.0f / " + v;
  case s::Unary::Negate:
    return "-(" + v + ")"; // a literal may bring a sign of its own
  case s::Unary::Squeeze:
    return "squeeze(" + v + ")";
  case s::Unary::Log:
    return "logF(" + v + ")";
  case s::Unary::Sign:
    return "signF(" + v + ")";
  case s::Unary::Floor:
    return "floorF(" + v + ")";
  case s::Unary::Round:
    return "roundF(" + v + ")";
  case s::Unary::Ceil:
    return "ceilF(" + v + ")";
  case s::Unary::Truncate:
    return "truncF(" + v + ")";
  }
  llvm_unreachable("every unary kind is listed");
}

static std::string scalar(s::ScalarOp op, const std::string &v, bool onVolume) {
  std::string c = literal(op.getConstant().convertToFloat());
  switch (op.getKind()) {
  case s::Scalar::Add:
    return v + " + " + c;
  case s::Scalar::SubFrom:
    return c + " - " + v;
  case s::Scalar::Mul:
    return v + " * " + c;
  case s::Scalar::DivInto:
    return c + " / " + v;
  case s::Scalar::Min:
    return call(onVolume ? "keepMin" : "jmin", {v, c});
  case s::Scalar::Max:
    return call(onVolume ? "keepMax" : "jmax", {v, c});
  case s::Scalar::PowOf:
    return call("powF", {c, v});
  case s::Scalar::PowBy:
    return call("powF", {v, c});
  }
  llvm_unreachable("every scalar kind is listed");
}

std::string cpp::pointwise(Operation *op, llvm::ArrayRef<std::string> v, bool onVolume) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](s::UnaryOp o) { return unary(o.getKind(), v[0]); })
      .Case([&](s::RoundToOp o) {
        static const char *names[] = {"floorTo", "roundTo", "ceilTo", "truncTo"};
        return call(names[static_cast<unsigned>(o.getKind())], v);
      })
      .Case([&](s::BinaryOp o) {
        static const char *signs[] = {" + ", " - ", " * ", " / "};
        return v[0] + signs[static_cast<unsigned>(o.getKind())] + v[1];
      })
      .Case([&](s::ScalarOp o) { return scalar(o, v[0], onVolume); })
      .Case([&](s::BoundOp o) {
        bool min = o.getKind() == s::Bound::Min;
        return call(onVolume ? (min ? "keepMin" : "keepMax") : (min ? "jmin" : "jmax"), v);
      })
      .Case([&](s::PowOp) { return call("powF", v); })
      .Case([&](s::ClampOp o) {
        return call("clampf", {v[0], literal(o.getMin().convertToFloat()),
                               literal(o.getMax().convertToFloat())});
      })
      .Case([&](s::LerpOp) { return call("lerpOrEnd", v); })
      .Case([&](s::RangeChoiceOp o) {
        return v[0] + " >= " + literal(o.getMinInclusive().convertToFloat()) + " && " + v[0] +
               " < " + literal(o.getMaxExclusive().convertToFloat()) + " ? " + v[1] + " : " + v[2];
      })
      .Case([&](s::IntervalSelectOp o) {
        std::string text;
        for (auto [i, t] : llvm::enumerate(o.getThresholds()))
          text += v[0] + " < " + literal(t) + " ? " + v[i + 1] + " : ";
        return text + v.back();
      })
      .Default([](Operation *) { return std::string(); });
}

std::string cpp::leaf(Emitter &e, Operation *op, const std::string &x, const std::string &y,
                      const std::string &z, bool onVolume) {
  auto plain = [&](unsigned noise, const std::string &xz, const std::string &ys) {
    std::string n = "ctx->noises[" + std::to_string(noise) + "]";
    return "stackGet(" + n + ", f64(" + x + ") * " + xz + ", f64(" + y + ") * " + ys + ", f64(" +
           z + ") * " + xz + ")";
  };
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case([&](s::ConstantOp o) { return literal(o.getValue().convertToFloat()); })
      .Case([&](s::NoiseOp o) -> std::string {
        if (onVolume)
          return {};
        return plain(e.noise(o.getNoiseAttr()), literal(o.getXzScale().convertToDouble()),
                     literal(o.getYScale().convertToDouble()));
      })
      .Case([&](s::BlendedNoiseOp o) -> std::string {
        if (onVolume)
          return {};
        auto [xz, ys] =
            std::pair(literal(blendedScales(o).first), literal(blendedScales(o).second));
        return plain(e.noise(o), xz, ys);
      })
      .Case([&](s::ShiftBOp o) {
        return std::string(onVolume ? "shiftBVolume" : "shiftBPoint") + "(ctx->noises[" +
               std::to_string(e.noise(o.getNoiseAttr())) + "], " + x + ", " + z + ")";
      })
      .Case([&](s::EndOuterIslandsOp) {
        return "endOuterIslands(*ctx->islands, " + x + ", " + z + ")";
      })
      .Case([&](s::GradientOp o) {
        static const char *names[] = {"gradientClamp", "gradientRepeat", "gradientMirror"};
        const std::string &c = o.getAxis() == density::Axis::X   ? x
                               : o.getAxis() == density::Axis::Y ? y
                                                                 : z;
        return call(
            names[static_cast<unsigned>(o.getTiling())],
            {c, literal(int32_t(o.getFromCoordinate())), literal(int32_t(o.getToCoordinate())),
             literal(o.getFromValue().convertToFloat()), literal(o.getFactor().convertToFloat())});
      })
      .Case([&](s::DistanceOp o) {
        return call("distanceTo", {std::to_string(static_cast<unsigned>(o.getMetric())),
                                   literal(int32_t(o.getX())), literal(int32_t(o.getY())),
                                   literal(int32_t(o.getZ())), x, y, z});
      })
      .Case([&](s::FieldOp o) -> std::string {
        switch (o.getField()) {
        case s::Field::Beardifier:
          return "(ctx->beardifierPoint ? ctx->beardifierPoint(ctx->beardifier, " + x + ", " + y +
                 ", " + z + ") : 0.0f)";
        case s::Field::BlendAlpha:
          return "(ctx->blendAlpha ? ctx->blendAlpha(ctx->blender, " + x + ", " + z + ") : 1.0f)";
        case s::Field::BlendOffset:
          return "(ctx->blendOffset ? ctx->blendOffset(ctx->blender, " + x + ", " + z + ") : 0.0f)";
        }
        return {};
      })
      .Default([](Operation *) { return std::string(); });
}

std::pair<double, double> cpp::blendedScales(s::BlendedNoiseOp op) {
  // Spec 20, section 9.
  double xz = 684.412 * op.getXzScale().convertToDouble();
  double y = 684.412 * op.getYScale().convertToDouble();
  if (op.getPart() == s::BlendedPart::Main)
    return {xz / op.getXzFactor().convertToDouble(), y / op.getYFactor().convertToDouble()};
  return {xz, y};
}
