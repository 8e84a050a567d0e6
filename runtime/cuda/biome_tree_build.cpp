//===- biome_tree_build.cpp - Makes the climate tree of a device ----------===//

#include "runtime/cuda/biome_tree_build.h"

#include <algorithm>

namespace terrane::rt::cuda {

static bool isNarrow(const SearchNode &node) {
  auto fits = [](i64 v) { return v >= -20000 && v <= 20000; };
  return std::all_of(node.box.lo, node.box.lo + numClimateDimensions, fits) &&
         std::all_of(node.box.hi, node.box.hi + numClimateDimensions, fits);
}

static NarrowNode narrowed(const SearchNode &node) {
  NarrowNode out = {};
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    out.lo[d] = i16(node.box.lo[d]);
    out.hi[d] = i16(node.box.hi[d]);
  }
  constexpr i32 offset = numClimateDimensions - 1;
  out.offset = u16(intervalDistance(0, node.box.lo[offset], node.box.hi[offset]));
  out.link = node.leaf < 0 ? node.end : -1 - node.leaf;
  return out;
}

NarrowTree buildNarrowTree(const std::vector<SearchNode> &nodes) {
  NarrowTree out;
  if (!std::all_of(nodes.begin(), nodes.end(), isNarrow))
    return out;
  for (const SearchNode &node : nodes)
    out.nodes.push_back(narrowed(node));
  for (NarrowNode &node : out.nodes) {
    if (node.link >= 0)
      continue;
    const i32 lo = node.lo[depthDimension], hi = node.hi[depthDimension];
    auto found = std::find_if(out.intervals.begin(), out.intervals.end(),
                              [&](DepthInterval i) { return i.lo == lo && i.hi == hi; });
    if (found == out.intervals.end()) {
      if (out.intervals.size() == maxDepthIntervals) {
        out.intervals.clear();
        return out;
      }
      found = out.intervals.insert(found, {lo, hi});
    }
    node.intervals = u16(1u << (found - out.intervals.begin()));
  }
  // Children come after their parents, and end before them or with them.
  for (std::size_t at = out.nodes.size(); at-- > 0;)
    for (i32 child = i32(at) + 1, end = out.nodes[at].link; child < end;) {
      const NarrowNode &node = out.nodes[std::size_t(child)];
      out.nodes[at].intervals |= node.intervals;
      child = node.link < 0 ? child + 1 : node.link;
    }
  return out;
}

} // namespace terrane::rt::cuda
