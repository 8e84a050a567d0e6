//===- biome_tree.h - The climate tree on a device (spec 50, 4 and 5) -----===//
//
// Kernel-safe, for the CPU and the GPU. The game's tree as the searches of biomes.h walk it: nodes
// of 32 bytes, where no coordinate is wide, in depth-first pre-order.
//
// Many quarts differ in depth alone. As in runtime/biome/column_search.h, a node has two distances
// to a target, with the depth and without, and knows which depth intervals the leaves below have.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_BIOME_TREE_H
#define TERRANE_RUNTIME_CUDA_BIOME_TREE_H

#include "runtime/biome/climate.h"

namespace terrane::rt::cuda {

constexpr i32 depthDimension = 4;
constexpr i32 maxDepthIntervals = 16;

/// A SearchNode whose box lies in -20000..20000.
struct alignas(16) NarrowNode {
  i16 lo[numTargetDimensions], hi[numTargetDimensions];
  u16 offset;    ///< how far 0 is from the interval of the seventh dimension
  u16 intervals; ///< bit i: a leaf here or below has the depth interval i
  i32 link;      ///< of an inner node its `end`; of a leaf -1 - `leaf`
};
static_assert(sizeof(NarrowNode) == 32, "two reads of 16 bytes");

struct DepthInterval {
  i32 lo, hi;
};

struct BiomeTree {
  const SearchNode *nodes;
  const i32 *nodeOfLeaf;
  const u16 *biomes; ///< by leaf
  i32 count;         ///< of nodes
  /// The nodes again, where all are narrow: distances overflow for far targets only. Else null.
  const NarrowNode *narrow;
  /// The different depth intervals of the leaves; none where they are too many, or `narrow` is
  /// null. NarrowNode::intervals tells nothing then.
  i32 numIntervals;
  DepthInterval intervals[maxDepthIntervals];
};

/// As of boxDistance: exact in 64 bits.
TERRANE_FN bool distanceFits(i64 coordinate) {
  return coordinate >= -1100000000 && coordinate <= 1100000000;
}

/// The square of intervalDistance, for coordinates that fit: differences fit into 32 bits, and six
/// squares with that of an offset into 63.
TERRANE_FN i64 squaredDistance(i32 t, i32 lo, i32 hi) {
  const i32 above = t - hi, below = lo - t;
  const u32 distance = u32(above > 0 ? above : imax(below, 0));
  return i64(u64(distance) * distance);
}

/// boxDistance of a narrow node and a target whose coordinates fit; without the depth's part if
/// not `withDepth`.
template <bool withDepth> TERRANE_FN i64 nodeDistance(const NarrowNode &node, const i32 *target) {
  i64 sum = i64(node.offset) * node.offset;
  for (i32 d = 0; d < numTargetDimensions; ++d)
    if (withDepth || d != depthDimension)
      sum += squaredDistance(target[d], node.lo[d], node.hi[d]);
  return sum;
}

struct NearestLeaf {
  i32 node; ///< the leaf's
  i64 distance;
};

/// The first of the nearest leaves in depth-first order, and its distance: with the depth, of all
/// leaves; without, of those of depth interval `interval`. `known` is the node of one of these
/// leaves, and the nearer it is, the fewer nodes are entered.
template <bool withDepth>
TERRANE_FN NearestLeaf nearestLeaf(const BiomeTree &tree, const i32 *target, i32 interval,
                                   i32 known) {
  i64 nearest = nodeDistance<withDepth>(tree.narrow[known], target) + 1;
  for (i32 at = 0; at < tree.count && nearest > 0;) {
    const NarrowNode node = tree.narrow[at];
    const i64 distance = nodeDistance<withDepth>(node, target);
    const bool leaf = node.link < 0;
    const bool nearer =
        distance < nearest && (withDepth || (u32(node.intervals) >> interval & 1) != 0);
    if (nearer && leaf)
      nearest = distance, known = at;
    at = nearer || leaf ? at + 1 : node.link;
  }
  return {known, nearest};
}

/// A leaf to begin with, which is near if not always the nearest: the first of the nearest
/// children, from the root down. Arguments and results as of nearestLeaf.
template <bool withDepth>
TERRANE_FN i32 nearLeaf(const BiomeTree &tree, const i32 *target, i32 interval) {
  i32 at = 0;
  while (tree.narrow[at].link >= 0) {
    const i32 end = tree.narrow[at].link;
    i64 nearest = 0x7FFFFFFFFFFFFFFFll;
    for (i32 child = at + 1; child < end;) {
      const NarrowNode node = tree.narrow[child];
      const i64 distance = nodeDistance<withDepth>(node, target);
      if (distance < nearest && (withDepth || (u32(node.intervals) >> interval & 1) != 0))
        nearest = distance, at = child;
      child = node.link < 0 ? child + 1 : node.link;
    }
  }
  return at;
}

/// `search` of spec 50, 5; -1 where the game fails. A node is entered with the best leaf so far and
/// that leaf's distance, which is all that its own search begins with, too; what that search gives
/// is the same leaf, or a nearer one. So there is one best leaf for all nodes on the way, and the
/// tree can be walked without recursion. A search that has no leaf at its end fails at once.
TERRANE_FN i32 searchLiterally(const BiomeTree &tree, const ClimateTarget &target, i32 candidate) {
  if (tree.nodes[0].leaf >= 0)
    return tree.nodes[0].leaf;
  i32 best = candidate, end = tree.nodes[0].end; // of the node that was entered last
  i64 nearest = candidate < 0 ? 0x7FFFFFFFFFFFFFFFll
                              : boxDistance(tree.nodes[tree.nodeOfLeaf[candidate]].box, target);
  for (i32 at = 1; at < tree.count;) {
    if (best < 0 && at == end)
      return -1;
    const SearchNode &node = tree.nodes[at];
    const i64 distance = boxDistance(node.box, target);
    if (nearest <= distance) {
      at = node.end;
      continue;
    }
    if (node.leaf >= 0)
      nearest = distance, best = node.leaf;
    else
      end = node.end;
    ++at;
  }
  return best;
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_BIOME_TREE_H
