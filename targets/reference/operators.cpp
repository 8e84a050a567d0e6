//===- operators.cpp - Operators of one and two samplers (spec 11, 4 to 9) -===//

#include "targets/reference/nodes.h"

#include "runtime/math/java.h"
#include "runtime/math/log_pow.h"

using namespace terrane::reference;
using namespace terrane;
using sampler::Binary;
using sampler::Bound;
using sampler::Rounding;
using sampler::Scalar;

namespace {

f32 powF(f32 b, f32 e) {
  return f32(powd(f64(b), f64(e)));
}

f32 roundBy(Rounding kind, f32 x) {
  switch (kind) {
  case Rounding::Floor:
    return floorF(x);
  case Rounding::Ceil:
    return ceilF(x);
  case Rounding::Truncate:
    return x > 0 ? floorF(x) : ceilF(x);
  case Rounding::Round:
    return f32(floorI(f64(x) + 0.5)); // the f64 sum is exact enough: spec 11, section 5
  }
  return x;
}

f32 applyUnary(sampler::Unary kind, f32 x) {
  using U = sampler::Unary;
  switch (kind) {
  case U::Abs:
    return absF(x);
  case U::Square:
    return x * x;
  case U::Cube:
    return (x * x) * x;
  case U::Sqrt:
    return sqrtF(x);
  case U::HalfNegative:
    return x > 0 ? x : x * 0.5f;
  case U::QuarterNegative:
    return x > 0 ? x : x * 0.25f;
  case U::Reciprocal:
    return 1.0f / x;
  case U::Negate:
    return -x;
  case U::Squeeze: {
    f32 c = clampf(x, -1.0f, 1.0f);
    return c / 2.0f - ((c * c) * c) / 24.0f;
  }
  case U::Log:
    return f32(logd(f64(x)));
  case U::Sign:
    return x > 0 ? 1.0f : x < 0 ? -1.0f : x;
  case U::Floor:
    return roundBy(Rounding::Floor, x);
  case U::Round:
    return roundBy(Rounding::Round, x);
  case U::Ceil:
    return roundBy(Rounding::Ceil, x);
  case U::Truncate:
    return roundBy(Rounding::Truncate, x);
  }
  return x;
}

struct UnaryNode : Sampler {
  sampler::Unary kind;
  Node input;
  UnaryNode(sampler::Unary kind, Node input) : kind(kind), input(input) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    input->volume(context, out, v);
    for (i64 i = 0; i < v.count(); ++i)
      out[i] = applyUnary(kind, out[i]);
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    return applyUnary(kind, input->point(context, x, y, z));
  }
};

struct ClampNode : Sampler {
  Node input;
  f32 min, max;
  ClampNode(Node input, f32 min, f32 max) : input(input), min(min), max(max) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    input->volume(context, out, v);
    for (i64 i = 0; i < v.count(); ++i)
      out[i] = clampf(out[i], min, max);
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    return clampf(input->point(context, x, y, z), min, max);
  }
};

/// Two operands, both evaluated on both paths.
struct TwoNode : Sampler {
  Node left, right;
  TwoNode(Node left, Node right) : left(left), right(right) {}
  virtual f32 apply(f32 l, f32 r) const = 0;
  void volume(Context &context, f32 *out, const Volume &v) const override {
    std::vector<f32> second(v.count());
    left->volume(context, out, v);
    right->volume(context, second.data(), v);
    for (i64 i = 0; i < v.count(); ++i)
      out[i] = apply(out[i], second[i]);
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    f32 l = left->point(context, x, y, z);
    return apply(l, right->point(context, x, y, z));
  }
};

struct RoundToNode : TwoNode {
  Rounding kind;
  RoundToNode(Rounding kind, Node input, Node multiple) : TwoNode(input, multiple), kind(kind) {}
  f32 apply(f32 input, f32 multiple) const override {
    return multiple == 0 ? input : roundBy(kind, input / multiple) * multiple;
  }
};

struct PowNode : TwoNode {
  using TwoNode::TwoNode;
  f32 apply(f32 base, f32 exponent) const override { return powF(base, exponent); }
};

struct BinaryNode : TwoNode {
  Binary kind;
  BinaryNode(Binary kind, Node left, Node right) : TwoNode(left, right), kind(kind) {}
  f32 apply(f32 l, f32 r) const override {
    switch (kind) {
    case Binary::Add:
      return l + r;
    case Binary::Sub:
      return l - r;
    case Binary::Mul:
      return l * r;
    case Binary::Div:
      return l / r;
    }
    return l;
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    f32 l = left->point(context, x, y, z);
    if ((kind == Binary::Mul || kind == Binary::Div) && l == 0)
      return 0.0f;
    return apply(l, right->point(context, x, y, z));
  }
};

struct BoundNode : Sampler {
  Bound kind;
  Node left, right;
  f32 threshold;
  BoundNode(Bound kind, Node left, Node right, f32 threshold)
      : kind(kind), left(left), right(right), threshold(threshold) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    std::vector<f32> second(v.count());
    left->volume(context, out, v);
    right->volume(context, second.data(), v);
    for (i64 i = 0; i < v.count(); ++i) {
      f32 l = out[i], r = second[i];
      out[i] = (kind == Bound::Min ? r < l : r > l) ? r : l;
    }
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    f32 l = left->point(context, x, y, z);
    if (kind == Bound::Min ? l <= threshold : l >= threshold)
      return l;
    f32 r = right->point(context, x, y, z);
    return kind == Bound::Min ? jmin(l, r) : jmax(l, r);
  }
};

struct ScalarNode : Sampler {
  Scalar kind;
  Node input;
  f32 c;
  ScalarNode(Scalar kind, Node input, f32 c) : kind(kind), input(input), c(c) {}
  f32 apply(f32 v, bool onVolume) const {
    switch (kind) {
    case Scalar::Add:
      return v + c;
    case Scalar::SubFrom:
      return c - v;
    case Scalar::Mul:
      return v * c;
    case Scalar::DivInto:
      return c / v;
    case Scalar::Min:
      return onVolume ? (c < v ? c : v) : jmin(v, c);
    case Scalar::Max:
      return onVolume ? (c > v ? c : v) : jmax(v, c);
    case Scalar::PowOf:
      return powF(c, v);
    case Scalar::PowBy:
      return powF(v, c);
    }
    return v;
  }
  void volume(Context &context, f32 *out, const Volume &v) const override {
    input->volume(context, out, v);
    for (i64 i = 0; i < v.count(); ++i)
      out[i] = apply(out[i], true);
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    return apply(input->point(context, x, y, z), false);
  }
};

} // namespace

NodePtr reference::unary(sampler::Unary kind, Node input) {
  return std::make_unique<UnaryNode>(kind, input);
}
NodePtr reference::roundTo(Rounding kind, Node input, Node multiple) {
  return std::make_unique<RoundToNode>(kind, input, multiple);
}
NodePtr reference::binary(Binary kind, Node left, Node right) {
  return std::make_unique<BinaryNode>(kind, left, right);
}
NodePtr reference::scalar(Scalar kind, Node input, f32 c) {
  return std::make_unique<ScalarNode>(kind, input, c);
}
NodePtr reference::bound(Bound kind, Node left, Node right, f32 threshold) {
  return std::make_unique<BoundNode>(kind, left, right, threshold);
}
NodePtr reference::pow(Node base, Node exponent) {
  return std::make_unique<PowNode>(base, exponent);
}
NodePtr reference::clamp(Node input, f32 min, f32 max) {
  return std::make_unique<ClampNode>(input, min, max);
}
