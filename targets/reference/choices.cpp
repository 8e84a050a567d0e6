//===- choices.cpp - Samplers that choose between operands (spec 11, 8, 10, 11) -===//

#include "targets/reference/nodes.h"

#include "runtime/math/java.h"

using namespace terrane::reference;
using namespace terrane;

namespace {

struct LerpNode : Sampler {
  Node alpha, first, second;
  LerpNode(Node alpha, Node first, Node second) : alpha(alpha), first(first), second(second) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    std::vector<f32> a(v.count()), b(v.count());
    alpha->volume(context, out, v);
    first->volume(context, a.data(), v);
    second->volume(context, b.data(), v);
    for (i64 i = 0; i < v.count(); ++i) {
      f32 t = out[i];
      out[i] = t == 0 ? a[i] : t == 1 ? b[i] : rt::lerp(t, a[i], b[i]);
    }
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    f32 t = alpha->point(context, x, y, z);
    if (t == 0)
      return first->point(context, x, y, z);
    if (t == 1)
      return second->point(context, x, y, z);
    f32 a = first->point(context, x, y, z);
    return rt::lerp(t, a, second->point(context, x, y, z));
  }
};

struct RangeChoiceNode : Sampler {
  Node input;
  f32 min, max;
  Node in, out;
  RangeChoiceNode(Node input, f32 min, f32 max, Node in, Node out)
      : input(input), min(min), max(max), in(in), out(out) {}
  bool inRange(f32 x) const { return x >= min && x < max; }
  void volume(Context &context, f32 *result, const Volume &v) const override {
    std::vector<f32> choice(v.count()), other(v.count());
    in->volume(context, result, v); // before the input: observable through caches
    input->volume(context, choice.data(), v);
    out->volume(context, other.data(), v);
    for (i64 i = 0; i < v.count(); ++i)
      if (!inRange(choice[i]))
        result[i] = other[i];
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    return (inRange(input->point(context, x, y, z)) ? in : out)->point(context, x, y, z);
  }
};

struct IntervalSelectNode : Sampler {
  Node input;
  std::vector<f32> thresholds;
  std::vector<Node> functions;
  IntervalSelectNode(Node input, std::vector<f32> thresholds, std::vector<Node> functions)
      : input(input), thresholds(std::move(thresholds)), functions(std::move(functions)) {}
  size_t choose(f32 x) const {
    size_t i = 0;
    while (i < thresholds.size() && !(x < thresholds[i]))
      ++i;
    return i;
  }
  void volume(Context &context, f32 *out, const Volume &v) const override {
    std::vector<std::vector<f32>> values(functions.size());
    input->volume(context, out, v);
    for (size_t f = 0; f < functions.size(); ++f) {
      values[f].resize(v.count());
      functions[f]->volume(context, values[f].data(), v);
    }
    for (i64 i = 0; i < v.count(); ++i)
      out[i] = values[choose(out[i])][i];
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    return functions[choose(input->point(context, x, y, z))]->point(context, x, y, z);
  }
};

} // namespace

NodePtr reference::lerp(Node alpha, Node first, Node second) {
  return std::make_unique<LerpNode>(alpha, first, second);
}
NodePtr reference::rangeChoice(Node input, f32 min, f32 max, Node in, Node out) {
  return std::make_unique<RangeChoiceNode>(input, min, max, in, out);
}
NodePtr reference::intervalSelect(Node input, std::vector<f32> thresholds,
                                  std::vector<Node> functions) {
  return std::make_unique<IntervalSelectNode>(input, std::move(thresholds), std::move(functions));
}
