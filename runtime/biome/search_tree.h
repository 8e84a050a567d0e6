//===- search_tree.h - The game's search tree over climate boxes (spec 50, 4 and 5) -===//

#ifndef TERRANE_RUNTIME_BIOME_SEARCH_TREE_H
#define TERRANE_RUNTIME_BIOME_SEARCH_TREE_H

#include "runtime/biome/climate.h"

#include <vector>

namespace terrane::rt {

/// A node of the tree; nodes lie in depth-first pre-order. The first child of an inner node follows
/// it, and the next sibling of a node is at its `end`.
struct SearchNode {
  ClimateBox box;
  i32 leaf; ///< index into the list of entries; -1 for an inner node
  i32 end;  ///< one past the last node below this one
};

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
  /// The smallest lower end of the leaves' depth intervals.
  i64 lowestDepth() const { return lowestDepthLo; }

  //===--------------------------------------------------------------------===//
  // The shape, for comparing trees. The first two fix it completely.
  //===--------------------------------------------------------------------===//

  /// Number of children of every node in depth-first pre-order; 0 is a leaf.
  std::vector<i32> childCounts() const;
  /// The leaves in depth-first order.
  std::vector<i32> leafOrder() const;
  /// Inner nodes on the longest way to a leaf; 0 where the root is a leaf.
  i32 maxDepth() const;

private:
  /// The children of one inner node for `find`, per dimension side by side. Coordinates are biased
  /// by 2^15. Lanes behind `count` are never nearer than anything.
  struct Fan {
    static constexpr i32 lanes = 24;
    alignas(32) u16 lo[numTargetDimensions][lanes];
    alignas(32) u16 hi[numTargetDimensions][lanes];
    u32 offset[lanes]; ///< the offset's part of the distance
    i32 child[lanes];  ///< index of a fan, or ~leaf
    i32 count;
  };
  /// `Fan::child` of a node, made together with all fans below it.
  i32 makeFans(i32 node);
  /// Whether all distances to `target` fit the arithmetic of `Fan`.
  bool fits(const ClimateTarget &target) const;
  void walk(const Fan &fan, const u16 *target, i32 &nearest, i32 &best) const;

  std::vector<i32> values;
  std::vector<SearchNode> nodes;
  std::vector<i32> nodeOfLeaf;
  std::vector<Fan> fans; ///< the root's first; empty where boxes do not fit, or the root is a leaf
  /// Over all leaves: no interval distance exceeds max(t - lowestHi, highestLo - t, 0).
  i64 lowestHi[numTargetDimensions], highestLo[numTargetDimensions];
  i64 lowestDepthLo = 0;
  i64 largestOffset = 0; ///< the offset's part of a distance at most
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_SEARCH_TREE_H
