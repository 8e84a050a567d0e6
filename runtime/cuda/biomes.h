//===- biomes.h - Biomes of a batch of chunks, on a device (spec 50) ------===//
//
// Kernel-safe, for the CPU and the GPU. The climate of a batch is one volume per function, made by
// stages; then two kernels of every generator's text, each with a BiomeArguments:
//
//   biomes_search  a thread per `searchRows` quarts of a column: the nearest box of each, whatever
//                  was found before
//   biomes_chain   a thread per chunk: the quarts in the game's order, each with the last result
//
// That the two give what one search after the other gives: without overflow the game's search with
// a last result c returns c where no leaf is nearer than c, since only a nearer one replaces it.
// Otherwise it returns L, the first of the nearest leaves in depth-first order: until it comes to L
// its best is farther than L is, so it leaves out neither L nor a node above L, whose box is no
// farther than L; afterwards nothing is nearer. And L does not depend on c. Where distances could
// overflow, the chain walks the tree literally.
//
// For the same reason biomes_search may begin as if it had a leaf at D + 1 already, where D is the
// distance of any leaf: L is at most D away, and that beginning is never the result. It takes the
// leaf of the quart below, which is near, so that few nodes are entered; for the lowest quart, the
// leaf that it comes to by the nearest child of each node. It ends at a leaf at distance 0, since
// nothing is nearer.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_BIOMES_H
#define TERRANE_RUNTIME_CUDA_BIOMES_H

#include "runtime/biome/climate.h"
#include "runtime/chunk/volume.h"
#include "runtime/cuda/launch.h"

namespace terrane::rt::cuda {

/// A SearchNode whose box lies in -20000..20000.
struct alignas(16) NarrowNode {
  i16 lo[numClimateDimensions], hi[numClimateDimensions];
  i32 link; ///< of an inner node its `end`; of a leaf -1 - `leaf`
};
static_assert(sizeof(NarrowNode) == 32, "two reads of 16 bytes");

TERRANE_FN bool isNarrow(const SearchNode &node) {
  bool narrow = true;
  for (i32 d = 0; d < numClimateDimensions; ++d)
    narrow = narrow && node.box.lo[d] >= -20000 && node.box.hi[d] <= 20000 &&
             node.box.hi[d] >= -20000 && node.box.lo[d] <= 20000;
  return narrow;
}
/// Of a node that is narrow.
TERRANE_FN NarrowNode narrowed(const SearchNode &node) {
  NarrowNode out = {};
  for (i32 d = 0; d < numClimateDimensions; ++d) {
    out.lo[d] = i16(node.box.lo[d]);
    out.hi[d] = i16(node.box.hi[d]);
  }
  out.link = node.leaf < 0 ? node.end : -1 - node.leaf;
  return out;
}

struct BiomeTree {
  const SearchNode *nodes;
  const i32 *nodeOfLeaf;
  const u16 *biomes; ///< by leaf
  i32 count;         ///< of nodes
  /// The nodes again, where all are narrow: distances overflow for far targets only. Else null.
  const NarrowNode *narrow;
};

struct BiomeArguments {
  BiomeTree tree;
  i32 chunksX, chunksZ; ///< the batch: a rectangle of chunks
  i32 quartHeight;      ///< a multiple of 4
  /// Per dimension, in the order of climate.h: the values over a volume of (4 chunksX, quartHeight,
  /// 4 chunksZ) quarts, in its index order.
  const f32 *samples[numTargetDimensions];
  /// By quart of that volume: the first of the nearest leaves and its distance, from `search` to
  /// `chain`; `literally` where distances could overflow.
  i32 *first;
  i64 *nearest;
  /// A chunk after the other, x fastest; index y + (x + 4 z) * quartHeight in each.
  u16 *out;

  static constexpr i32 literally = -2;

  TERRANE_FN i64 quarts() const { return i64(16) * chunksX * chunksZ * quartHeight; }
  TERRANE_FN i64 index(i32 x, i32 y, i32 z) const {
    return y + (x + i64(z) * 4 * chunksX) * quartHeight;
  }
};

TERRANE_FN ClimateTarget climateAt(const BiomeArguments &a, i64 quart) {
  ClimateTarget target;
  for (i32 d = 0; d < numTargetDimensions; ++d)
    target.values[d] = quantizeClimate(a.samples[d][quart]);
  return target;
}

/// As of boxDistance: exact in 64 bits.
TERRANE_FN bool distancesFit(const BiomeTree &tree, const ClimateTarget &target) {
  bool fit = tree.narrow != nullptr;
  for (i32 d = 0; d < numTargetDimensions; ++d)
    fit = fit && target.values[d] >= -1100000000 && target.values[d] <= 1100000000;
  return fit;
}

/// boxDistance of a narrow node and a target for which distances fit: differences fit into 32 bits,
/// their squares and the sum into 63.
TERRANE_FN i64 narrowDistance(const NarrowNode &node, const i32 *target) {
  u64 sum = 0;
  for (i32 d = 0; d < numClimateDimensions; ++d) {
    const i32 t = d < numTargetDimensions ? target[d] : 0;
    const i32 above = t - node.hi[d], below = node.lo[d] - t;
    const u32 distance = u32(above > 0 ? above : imax(below, 0));
    sum += u64(distance) * distance;
  }
  return i64(sum);
}

/// The node of a leaf that is near, if not always the nearest: the first of the nearest children,
/// from the root down.
TERRANE_FN i32 descend(const BiomeTree &tree, const i32 *target) {
  i32 at = 0;
  while (tree.narrow[at].link >= 0) {
    const i32 end = tree.narrow[at].link;
    i64 nearest = 0x7FFFFFFFFFFFFFFFll;
    for (i32 child = at + 1; child < end;) {
      const NarrowNode node = tree.narrow[child];
      const i64 distance = narrowDistance(node, target);
      if (distance < nearest)
        nearest = distance, at = child;
      child = node.link < 0 ? child + 1 : node.link;
    }
  }
  return at;
}

/// Quarts of one thread of biomes_search; divides every quartHeight.
constexpr i32 searchRows = 4;

/// One thread of biomes_search.
TERRANE_FN void searchQuarts(const BiomeArguments &a, i64 thread) {
  if (thread >= a.quarts() / searchRows)
    return;
  i32 known = -1; // the node of the leaf that was found last
  for (i64 quart = thread * searchRows; quart < (thread + 1) * searchRows; ++quart) {
    const ClimateTarget wide = climateAt(a, quart);
    if (!distancesFit(a.tree, wide)) {
      a.first[quart] = BiomeArguments::literally;
      continue;
    }
    i32 target[numTargetDimensions];
    for (i32 d = 0; d < numTargetDimensions; ++d)
      target[d] = i32(wide.values[d]);
    if (known < 0)
      known = descend(a.tree, target);
    i64 nearest = narrowDistance(a.tree.narrow[known], target) + 1;
    for (i32 at = 0; at < a.tree.count && nearest > 0;) {
      const NarrowNode node = a.tree.narrow[at];
      const i64 distance = narrowDistance(node, target);
      const bool nearer = distance < nearest, leaf = node.link < 0;
      if (nearer && leaf)
        nearest = distance, known = at;
      at = nearer || leaf ? at + 1 : node.link;
    }
    a.first[quart] = -1 - a.tree.narrow[known].link;
    a.nearest[quart] = nearest;
  }
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

/// One thread of biomes_chain. Quarts are asked section by section upwards, in a section x
/// outermost, then y, then z (spec 50, 6). A chunk starts without a last result. Where the game
/// fails, the biome is that of leaf 0 and the chain begins anew.
TERRANE_FN void chainChunk(const BiomeArguments &a, i64 chunk) {
  if (chunk >= i64(a.chunksX) * a.chunksZ)
    return;
  const i32 cx = i32(chunk % a.chunksX), cz = i32(chunk / a.chunksX);
  u16 *const out = a.out + chunk * 16 * a.quartHeight;
  i32 last = -1;
  for (i32 section = 0; section < a.quartHeight; section += 4)
    for (i32 x = 0; x < 4; ++x)
      for (i32 y = section; y < section + 4; ++y)
        for (i32 z = 0; z < 4; ++z) {
          const i64 quart = a.index(4 * cx + x, y, 4 * cz + z);
          const i32 first = a.first[quart];
          if (first == BiomeArguments::literally) {
            last = searchLiterally(a.tree, climateAt(a, quart), last);
          } else if (last < 0 || first == last) {
            last = first;
          } else {
            const SearchNode &known = a.tree.nodes[a.tree.nodeOfLeaf[last]];
            if (boxDistance(known.box, climateAt(a, quart)) != a.nearest[quart])
              last = first;
          }
          out[y + i64(x + 4 * z) * a.quartHeight] = a.tree.biomes[last < 0 ? 0 : last];
        }
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_BIOMES_H
