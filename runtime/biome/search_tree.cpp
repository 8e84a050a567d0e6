//===- search_tree.cpp - Searching the nearest climate box (spec 50, 5) ---===//

#include "runtime/biome/search_tree.h"
#include "runtime/biome/search_tree_build.h"

#include <algorithm>
#include <cassert>

namespace terrane::rt {

namespace {

constexpr i64 maxI64 = 0x7FFFFFFFFFFFFFFFll;
/// Above every distance that `Fan` can hold.
constexpr i32 farAway = 0x7FFFFFFF;

bool isNarrow(i64 v) {
  return -32768 <= v && v <= 32767;
}
u16 biased(i64 v) {
  return u16(v + 32768);
}

i64 offsetDistance(const ClimateBox &box) {
  i64 d = intervalDistance(0, box.lo[numTargetDimensions], box.hi[numTargetDimensions]);
  return wrapMul(d, d);
}

/// `search` of the spec. `none` where the game fails: an inner node that knows no leaf at all has
/// no distance either.
i32 searchLiteral(const std::vector<SearchNode> &nodes, i32 at, const std::vector<i32> &nodeOfLeaf,
                  const ClimateTarget &target, i32 candidate) {
  const SearchNode &node = nodes[at];
  if (node.leaf >= 0)
    return node.leaf;
  auto distanceOf = [&](i32 leaf) { return boxDistance(nodes[nodeOfLeaf[leaf]].box, target); };
  i32 best = candidate;
  i64 nearest = candidate == SearchTree::none ? maxI64 : distanceOf(candidate);
  for (i32 child = at + 1; child < node.end; child = nodes[child].end) {
    i64 childDistance = boxDistance(nodes[child].box, target);
    if (nearest <= childDistance)
      continue;
    i32 result = searchLiteral(nodes, child, nodeOfLeaf, target, best);
    if (result == SearchTree::none)
      return SearchTree::none;
    i64 distance = nodes[child].leaf == result ? childDistance : distanceOf(result);
    if (nearest <= distance)
      continue;
    nearest = distance;
    best = result;
  }
  return best;
}

} // namespace

SearchTree::SearchTree(const std::vector<Entry> &entries) {
  assert(!entries.empty() && "a search tree needs at least one value");
  std::vector<ClimateBox> boxes;
  for (const Entry &entry : entries) {
    boxes.push_back(entry.box);
    values.push_back(entry.value);
  }
  nodes = buildSearchTree(boxes);
  nodeOfLeaf.resize(values.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].leaf >= 0)
      nodeOfLeaf[nodes[i].leaf] = i32(i);

  bool narrow = true;
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    lowestHi[d] = boxes[0].hi[d];
    highestLo[d] = boxes[0].lo[d];
  }
  lowestDepthLo = boxes[0].lo[4];
  for (const ClimateBox &box : boxes) {
    lowestDepthLo = std::min(lowestDepthLo, box.lo[4]);
    for (i32 d = 0; d < numClimateDimensions; ++d)
      narrow &= isNarrow(box.lo[d]) && isNarrow(box.hi[d]);
    for (i32 d = 0; d < numTargetDimensions; ++d) {
      lowestHi[d] = std::min(lowestHi[d], box.hi[d]);
      highestLo[d] = std::max(highestLo[d], box.lo[d]);
    }
    largestOffset = std::max(largestOffset, offsetDistance(box));
  }
  if (narrow && nodes[0].leaf < 0)
    makeFans(0);
}

i32 SearchTree::makeFans(i32 node) {
  if (nodes[node].leaf >= 0)
    return ~nodes[node].leaf;
  std::size_t self = fans.size();
  Fan fan = {};
  i32 lane = 0;
  auto fill = [&](const ClimateBox &box) {
    for (i32 d = 0; d < numTargetDimensions; ++d) {
      fan.lo[d][lane] = biased(box.lo[d]);
      fan.hi[d][lane] = biased(box.hi[d]);
    }
    fan.offset[lane] = u32(offsetDistance(box));
  };
  for (i32 child = node + 1; child < nodes[node].end; child = nodes[child].end, ++lane)
    fill(nodes[child].box);
  fan.count = lane;
  for (; lane < Fan::lanes; ++lane) { // at distance 0 in six dimensions
    for (i32 d = 0; d < numTargetDimensions; ++d)
      fan.hi[d][lane] = 0xFFFF;
    fan.offset[lane] = u32(farAway);
  }
  fans.push_back(fan);
  lane = 0;
  for (i32 child = node + 1; child < nodes[node].end; child = nodes[child].end) {
    i32 index = makeFans(child); // may move the fans
    fans[self].child[lane++] = index;
  }
  return i32(self);
}

bool SearchTree::fits(const ClimateTarget &target) const {
  i64 most = largestOffset;
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    i64 t = target.values[d];
    if (!isNarrow(t))
      return false;
    i64 reach = std::max({t - lowestHi[d], highestLo[d] - t, i64(0)});
    most += reach * reach;
  }
  return most < farAway;
}

/// The literal walk with three savings, none of which changes a result where nothing wraps:
///
/// 1. The distance of the best leaf so far is carried along. The literal walk computes it anew at
///    every node, from the same box and target. Of what a child's walk gives back it asks for a
///    strictly smaller distance, which holds exactly where that walk has changed the best leaf.
/// 2. A candidate at distance 0 is the answer: no distance is below 0.
/// 3. Distances are summed in 32 bits, the offset's part precomputed. Coordinates fit 16 bits, so
///    biased differences fit 16 unsigned bits and their squares 32. No leaf is further than `most`
///    of `fits`, and an inner box contains the leaves' boxes, so it is not further than any of
///    them: all sums stay below 2^31 - 1 and compare as the 64-bit ones.
i32 SearchTree::find(const ClimateTarget &target, i32 candidate) const {
  if (fans.empty() || !fits(target))
    return findLiteral(target, candidate);
  i32 nearest = farAway;
  if (candidate != none) {
    nearest = i32(distance(candidate, target));
    if (nearest == 0)
      return candidate;
  }
  u16 t[numTargetDimensions];
  for (i32 d = 0; d < numTargetDimensions; ++d)
    t[d] = biased(target.values[d]);
  i32 best = candidate;
  walk(fans[0], t, nearest, best);
  return best;
}

void SearchTree::walk(const Fan &fan, const u16 *target, i32 &nearest, i32 &best) const {
  u32 distances[Fan::lanes];
  for (i32 lane = 0; lane < Fan::lanes; ++lane)
    distances[lane] = fan.offset[lane];
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    u16 t = target[d];
    for (i32 lane = 0; lane < Fan::lanes; ++lane) {
      u16 lo = fan.lo[d][lane], hi = fan.hi[d][lane];
      u16 above = t > hi ? u16(t - hi) : u16(0), below = lo > t ? u16(lo - t) : u16(0);
      u32 outside = u16(above | below); // one of them is 0
      distances[lane] += outside * outside;
    }
  }
  u32 nearer = 0; // a bit per lane; the loop vectorises
  for (i32 lane = 0; lane < Fan::lanes; ++lane)
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

i32 SearchTree::findLiteral(const ClimateTarget &target, i32 candidate) const {
  return searchLiteral(nodes, 0, nodeOfLeaf, target, candidate);
}

std::vector<i32> SearchTree::childCounts() const {
  std::vector<i32> counts;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    i32 count = 0;
    for (i32 child = i32(i) + 1; child < nodes[i].end; child = nodes[child].end)
      ++count;
    counts.push_back(count);
  }
  return counts;
}

std::vector<i32> SearchTree::leafOrder() const {
  std::vector<i32> order;
  for (const SearchNode &node : nodes)
    if (node.leaf >= 0)
      order.push_back(node.leaf);
  return order;
}

i32 SearchTree::maxDepth() const {
  i32 deepest = 0;
  std::vector<i32> open; // the ends of the inner nodes around
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    while (!open.empty() && open.back() <= i32(i))
      open.pop_back();
    deepest = std::max(deepest, i32(open.size()));
    if (nodes[i].leaf < 0)
      open.push_back(nodes[i].end);
  }
  return deepest;
}

} // namespace terrane::rt
