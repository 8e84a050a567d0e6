//===- spline.cpp - Cubic splines (spec 11, sections 3 and 12) ------------===//

#include "targets/reference/nodes.h"

#include "runtime/math/java.h"

using namespace terrane::reference;
using namespace terrane;

namespace {

/// Index of the last location that is not above `v`, by the game's binary search: -1 if there is
/// none, the last index for NaN. Locations need not ascend.
int intervalOf(const std::vector<f32> &locations, f32 v) {
  int from = 0, length = static_cast<int>(locations.size());
  while (length > 0) {
    int half = length / 2, mid = from + half;
    if (v < locations[mid]) {
      length = half;
    } else {
      from = mid + 1;
      length = length - half - 1;
    }
  }
  return from - 1;
}

template <typename Coordinate> f32 sample(const SplineTree &s, Coordinate &&coordinate) {
  if (s.locations.empty())
    return s.constant;
  f32 v = coordinate(s.slot);
  int i = intervalOf(s.locations, v), last = static_cast<int>(s.locations.size()) - 1;
  if (i < 0 || i == last) {
    int end = i < 0 ? 0 : last;
    f32 y = sample(s.values[end], coordinate);
    f32 slope = s.derivatives[end];
    return slope == 0 ? y : y + slope * (v - s.locations[end]);
  }
  f32 w = s.locations[i + 1] - s.locations[i];
  f32 t = (v - s.locations[i]) / w;
  f32 y1 = sample(s.values[i], coordinate);
  f32 y2 = sample(s.values[i + 1], coordinate);
  f32 dy = y2 - y1;
  f32 a = s.derivatives[i] * w - dy;
  f32 b = -s.derivatives[i + 1] * w + dy;
  return rt::lerp(t, y1, y2) + (t * (1.0f - t)) * rt::lerp(t, a, b);
}

struct SplineNode : Sampler {
  SplineTree tree;
  std::vector<Node> coordinates;
  SplineNode(SplineTree tree, std::vector<Node> coordinates)
      : tree(std::move(tree)), coordinates(std::move(coordinates)) {}
  void volume(Context &context, f32 *out, const Volume &v) const override {
    std::vector<std::vector<f32>> buffers(coordinates.size());
    for (i64 i = 0; i < v.count(); ++i)
      out[i] = sample(tree, [&](unsigned slot) {
        if (buffers[slot].empty()) {
          buffers[slot].resize(v.count());
          coordinates[slot]->volume(context, buffers[slot].data(), v);
        }
        return buffers[slot][i];
      });
  }
  f32 point(Context &context, i32 x, i32 y, i32 z) const override {
    // NaN stands for "not yet", so a NaN is evaluated again, as in the game.
    std::vector<f32> values(coordinates.size(), fromBits(0x7FC00000u));
    return sample(tree, [&](unsigned slot) {
      if (isNaN(values[slot]))
        values[slot] = coordinates[slot]->point(context, x, y, z);
      return values[slot];
    });
  }
};

} // namespace

NodePtr reference::spline(SplineTree tree, std::vector<Node> coordinates) {
  return std::make_unique<SplineNode>(std::move(tree), std::move(coordinates));
}
