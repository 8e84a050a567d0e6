//===- search_tree.cpp - Searching the nearest climate box (spec 50, 5) ---===//

#include "runtime/biome/search_tree.h"
#include "runtime/biome/search_tree_build.h"

#include <algorithm>
#include <cassert>

namespace terrane::rt {

namespace {

constexpr i64 maxI64 = 0x7FFFFFFFFFFFFFFFll;
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
  for (const ClimateBox &box : boxes) {
    for (i32 d = 0; d < numClimateDimensions; ++d)
      narrow &= SearchFans::isNarrow(box.lo[d]) && SearchFans::isNarrow(box.hi[d]);
    for (i32 d = 0; d < numTargetDimensions; ++d) {
      lowestHi[d] = std::min(lowestHi[d], box.hi[d]);
      highestLo[d] = std::max(highestLo[d], box.lo[d]);
    }
    largestOffset = std::max(largestOffset, SearchFans::offsetDistance(box));
  }
  if (narrow) {
    if (nodes[0].leaf < 0)
      allFans = fans.add(nodes, 0);
    splitByDepth();
  }
}

namespace {

/// Appends the tree of those leaves below `at` whose depth interval is [lo, hi], with that interval
/// opened; nodes without such a leaf are left out, as are those with a single child.
void appendOpened(const std::vector<SearchNode> &nodes, i32 at, i64 lo, i64 hi,
                  std::vector<SearchNode> &out) {
  constexpr i32 depth = 4;
  const SearchNode &node = nodes[at];
  if (node.leaf >= 0) {
    if (node.box.lo[depth] != lo || node.box.hi[depth] != hi)
      return;
    out.push_back({node.box, node.leaf, i32(out.size()) + 1});
    out.back().box.lo[depth] = -32768;
    out.back().box.hi[depth] = 32767;
    return;
  }
  std::vector<std::vector<SearchNode>> children;
  for (i32 child = at + 1; child < node.end; child = nodes[child].end) {
    std::vector<SearchNode> below;
    appendOpened(nodes, child, lo, hi, below);
    if (!below.empty())
      children.push_back(std::move(below));
  }
  if (children.empty())
    return;
  std::size_t self = out.size();
  if (children.size() > 1)
    out.push_back({children[0][0].box, -1, 0});
  for (const std::vector<SearchNode> &child : children) {
    i32 start = i32(out.size());
    for (SearchNode below : child) {
      below.end += start;
      out.push_back(below);
    }
    ClimateBox &hull = out[self].box;
    for (i32 d = 0; d < numClimateDimensions; ++d) {
      hull.lo[d] = std::min(hull.lo[d], child[0].box.lo[d]);
      hull.hi[d] = std::max(hull.hi[d], child[0].box.hi[d]);
    }
  }
  out[self].end = i32(out.size());
}

} // namespace

void SearchTree::splitByDepth() {
  constexpr i32 depth = 4;
  for (i32 leaf : leafOrder()) {
    i64 lo = box(leaf).lo[depth], hi = box(leaf).hi[depth];
    bool known = std::any_of(intervals.begin(), intervals.end(),
                             [&](const DepthInterval &i) { return i.lo == lo && i.hi == hi; });
    if (!known)
      intervals.push_back({lo, hi, leaf, none});
    if (intervals.size() > std::size_t(maxDepthIntervals)) {
      intervals.clear();
      return;
    }
  }
  for (DepthInterval &interval : intervals) {
    std::vector<SearchNode> opened;
    appendOpened(nodes, 0, interval.lo, interval.hi, opened);
    interval.fans = fans.add(opened, 0);
  }
}

void SearchTree::searchInterval(const DepthInterval &interval, const ClimateTarget &target,
                                i32 &nearest, i32 &best) const {
  if (interval.fans < 0) {
    i32 leaf = ~interval.fans;
    i64 only = distance(leaf, target);
    if (only < nearest) {
      nearest = i32(only);
      best = leaf;
    }
    return;
  }
  u16 t[numTargetDimensions];
  for (i32 d = 0; d < numTargetDimensions; ++d)
    t[d] = SearchFans::biased(target.values[d]);
  fans.walk(interval.fans, t, nearest, best);
}

bool SearchTree::fits(const ClimateTarget &target) const {
  i64 most = largestOffset;
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    i64 t = target.values[d];
    if (!SearchFans::isNarrow(t))
      return false;
    i64 reach = std::max({t - lowestHi[d], highestLo[d] - t, i64(0)});
    most += reach * reach;
  }
  return most < SearchFans::farAway;
}

/// The literal walk with three savings, none of which changes a result where nothing wraps:
///
/// 1. The distance of the best leaf so far is carried along. The literal walk computes it anew at
///    every node, from the same box and target. Of what a child's walk gives back it asks for a
///    strictly smaller distance, which holds exactly where that walk has changed the best leaf.
/// 2. A candidate at distance 0 is the answer: no distance is below 0.
/// 3. Distances are summed in 32 bits, the offset's part precomputed. No leaf is further than
/// `most`
///    of `fits`: all sums stay below 2^31 - 1 and compare as the 64-bit ones.
i32 SearchTree::find(const ClimateTarget &target, i32 candidate) const {
  if (allFans == none || !fits(target))
    return findLiteral(target, candidate);
  i32 nearest = SearchFans::farAway;
  if (candidate != none) {
    nearest = i32(distance(candidate, target));
    if (nearest == 0)
      return candidate;
  }
  u16 t[numTargetDimensions];
  for (i32 d = 0; d < numTargetDimensions; ++d)
    t[d] = SearchFans::biased(target.values[d]);
  i32 best = candidate;
  fans.walk(allFans, t, nearest, best);
  return best;
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
