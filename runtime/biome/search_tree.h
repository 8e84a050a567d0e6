//===- search_tree.h - The game's search tree over climate boxes (spec 50, 4 and 5) -===//

#ifndef TERRANE_RUNTIME_BIOME_SEARCH_TREE_H
#define TERRANE_RUNTIME_BIOME_SEARCH_TREE_H

#include "runtime/biome/search_fans.h"

#include <vector>

namespace terrane::rt {

/// Immutable once built, free to share between threads: the last result is the caller's.
class SearchTree {
public:
  static constexpr i32 none = -1;
  static constexpr i32 maxChildren = 19;

  struct Entry {
    ClimateBox box;
    i32 value;
  };
  /// `entries` in the list's order; not empty.
  explicit SearchTree(const std::vector<Entry> &entries);

  /// The leaf (an index into the list) that the game finds, given the last result (a leaf or
  /// `none`). `none` comes back only where the game fails, for distances that overflow.
  i32 find(const ClimateTarget &target, i32 candidate) const;
  /// The same by the literal walk of the tree: the yardstick of `find`.
  i32 findLiteral(const ClimateTarget &target, i32 candidate) const;

  i32 value(i32 leaf) const { return values[leaf]; }
  i32 numLeaves() const { return i32(values.size()); }
  const ClimateBox &box(i32 leaf) const { return nodes[nodeOfLeaf[leaf]].box; }
  i64 distance(i32 leaf, const ClimateTarget &target) const {
    return boxDistance(box(leaf), target);
  }
  //===--------------------------------------------------------------------===//
  // For searches that leave the depth out: see column_search.h.
  //===--------------------------------------------------------------------===//

  static constexpr i32 maxDepthIntervals = 16;
  struct DepthInterval {
    i64 lo, hi;
    i32 anyLeaf;
    i32 fans; ///< the tree of the leaves with this interval, open in depth; as of SearchFans::add
  };
  /// The different depth intervals of the leaves; empty where they are too many or where
  /// coordinates are wide.
  const std::vector<DepthInterval> &depthIntervals() const { return intervals; }
  /// Whether all distances to `target` fit the arithmetic of `SearchFans`.
  bool fits(const ClimateTarget &target) const;
  /// The first leaf in the tree's order among those of the interval nearest to `target`, if it is
  /// nearer than `nearest`: replaces both then. The target's depth lies in the interval, and
  /// `fits` holds for the target with some depth.
  void searchInterval(const DepthInterval &interval, const ClimateTarget &target, i32 &nearest,
                      i32 &best) const;
  /// Whether leaf `a` comes before leaf `b` in depth-first order.
  bool isBefore(i32 a, i32 b) const { return nodeOfLeaf[a] < nodeOfLeaf[b]; }

  //===--------------------------------------------------------------------===//
  // The shape, for comparing trees. The first two fix it completely.
  //===--------------------------------------------------------------------===//

  /// Number of children of every node in depth-first pre-order; 0 is a leaf.
  std::vector<i32> childCounts() const;
  /// The leaves in depth-first order.
  std::vector<i32> leafOrder() const;
  /// All nodes in depth-first pre-order, and where each leaf lies among them.
  const std::vector<SearchNode> &allNodes() const { return nodes; }
  const std::vector<i32> &nodesOfLeaves() const { return nodeOfLeaf; }
  /// Inner nodes on the longest way to a leaf; 0 where the root is a leaf.
  i32 maxDepth() const;

private:
  void splitByDepth();

  std::vector<i32> values;
  std::vector<SearchNode> nodes;
  std::vector<i32> nodeOfLeaf;
  SearchFans fans;
  /// Of all leaves in `fans`; `none` where coordinates are wide or the root is a leaf.
  i32 allFans = none;
  std::vector<DepthInterval> intervals;
  /// Over all leaves: no interval distance exceeds max(t - lowestHi, highestLo - t, 0).
  i64 lowestHi[numTargetDimensions], highestLo[numTargetDimensions];
  i64 largestOffset = 0; ///< the offset's part of a distance at most
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_SEARCH_TREE_H
