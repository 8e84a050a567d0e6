//===- search_fans.h - Search trees in vector form (spec 50, 3 and 5) -----===//

#ifndef TERRANE_RUNTIME_BIOME_SEARCH_FANS_H
#define TERRANE_RUNTIME_BIOME_SEARCH_FANS_H

#include "runtime/biome/climate.h"

#include <vector>

namespace terrane::rt {

/// A node of a search tree; nodes lie in depth-first pre-order. The first child of an inner node
/// follows it, and the next sibling of a node is at its `end`.
/// Inner nodes as fans: the boxes of a node's children side by side per dimension. For coordinates
/// of 16 bits and distances of 31. Immutable once built, free to share between threads.
class SearchFans {
public:
  static constexpr i32 lanes = 24;
  /// Above every distance that a fan can hold.
  static constexpr i32 farAway = 0x7FFFFFFF;

  static bool isNarrow(i64 v) { return -32768 <= v && v <= 32767; }
  static u16 biased(i64 v) { return u16(v + 32768); }
  /// The offset's part of a distance.
  static i64 offsetDistance(const ClimateBox &box);

  /// Adds the tree below `node`, whose coordinates are narrow and whose inner nodes have at most
  /// `lanes` children. Returns its number: an index, or ~leaf.
  i32 add(const std::vector<SearchNode> &nodes, i32 node);

  /// The first leaf in depth-first order that is nearest to `target` (biased), if it is nearer than
  /// `nearest`: replaces `nearest` and `best` then. No distance to `target` reaches `farAway`.
  void walk(i32 tree, const u16 *target, i32 &nearest, i32 &best) const;

private:
  /// Lanes without a child are never nearer than anything.
  struct Fan {
    alignas(32) u16 lo[numTargetDimensions][lanes];
    alignas(32) u16 hi[numTargetDimensions][lanes];
    u32 offset[lanes]; ///< the offset's part of the distance
    i32 child[lanes];  ///< index of a fan, or ~leaf
  };
  void walk(const Fan &fan, const u16 *target, i32 &nearest, i32 &best) const;

  std::vector<Fan> fans;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_SEARCH_FANS_H
