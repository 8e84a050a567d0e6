//===- search_fans.cpp - Search trees in vector form (spec 50, 3 and 5) ---===//

#include "runtime/biome/search_fans.h"

namespace terrane::rt {

i64 SearchFans::offsetDistance(const ClimateBox &box) {
  i64 d = intervalDistance(0, box.lo[numTargetDimensions], box.hi[numTargetDimensions]);
  return wrapMul(d, d);
}

i32 SearchFans::add(const std::vector<SearchNode> &nodes, i32 node) {
  if (nodes[node].leaf >= 0)
    return ~nodes[node].leaf;
  std::size_t self = fans.size();
  Fan fan = {};
  i32 lane = 0;
  for (i32 child = node + 1; child < nodes[node].end; child = nodes[child].end, ++lane) {
    const ClimateBox &box = nodes[child].box;
    for (i32 d = 0; d < numTargetDimensions; ++d) {
      fan.lo[d][lane] = biased(box.lo[d]);
      fan.hi[d][lane] = biased(box.hi[d]);
    }
    fan.offset[lane] = u32(offsetDistance(box));
  }
  for (; lane < lanes; ++lane) { // at distance 0 in six dimensions
    for (i32 d = 0; d < numTargetDimensions; ++d)
      fan.hi[d][lane] = 0xFFFF;
    fan.offset[lane] = u32(farAway);
  }
  fans.push_back(fan);
  lane = 0;
  for (i32 child = node + 1; child < nodes[node].end; child = nodes[child].end) {
    i32 index = add(nodes, child); // may move the fans
    fans[self].child[lane++] = index;
  }
  return i32(self);
}

void SearchFans::walk(i32 tree, const u16 *target, i32 &nearest, i32 &best) const {
  walk(fans[std::size_t(tree)], target, nearest, best);
}

/// The sums are those of `boxDistance`: biased differences fit 16 unsigned bits and their squares
/// 32; an inner box contains the leaves' boxes, so it is not further than any of them.
void SearchFans::walk(const Fan &fan, const u16 *target, i32 &nearest, i32 &best) const {
  u32 distances[lanes];
  for (i32 lane = 0; lane < lanes; ++lane)
    distances[lane] = fan.offset[lane];
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    u16 t = target[d];
    for (i32 lane = 0; lane < lanes; ++lane) {
      u16 lo = fan.lo[d][lane], hi = fan.hi[d][lane];
      u16 above = t > hi ? u16(t - hi) : u16(0), below = lo > t ? u16(lo - t) : u16(0);
      u32 outside = u16(above | below); // one of them is 0
      distances[lane] += outside * outside;
    }
  }
  u32 nearer = 0; // a bit per lane; the loop vectorises
  for (i32 lane = 0; lane < lanes; ++lane)
    nearer |= i32(distances[lane]) < nearest ? 1u << lane : 0u;
  for (; nearer != 0; nearer &= nearer - 1) {
    i32 lane = __builtin_ctz(nearer);
    i32 child = fan.child[lane];
    if (i32(distances[lane]) >= nearest)
      continue;
    if (child >= 0) {
      walk(fans[std::size_t(child)], target, nearest, best);
    } else {
      nearest = i32(distances[lane]);
      best = ~child;
    }
  }
}

} // namespace terrane::rt
