//===- biomes.h - Biomes of a batch of chunks, on a device (spec 50) ------===//
//
// Kernel-safe, for the CPU and the GPU. The climate of a batch is one volume per function, made by
// stages; then four kernels of every generator's text, each with a BiomeArguments:
//
//   biomes_columns  a thread per column of quarts and depth interval: the nearest leaf of that
//                   interval, the depth left out
//   biomes_search   a thread per `searchRows` quarts of a column: the first of the nearest leaves
//                   for each, whatever was found before; by the column's where the quarts differ
//                   from its lowest in depth alone (see runtime/biome/column_search.h), else by a
//                   walk of the tree
//   biomes_ties     a thread per 32 quarts in the game's order: the biomes of these leaves, and
//                   where the last result may have to stay
//   biomes_chain    a thread per chunk: the last results of these quarts, in the game's order
//
// That they give what one search after the other gives: without overflow the game's search with
// a last result c returns c where no leaf is nearer than c, since only a nearer one replaces it.
// Otherwise it returns L, the first of the nearest leaves in depth-first order: until it comes to L
// its best is farther than L is, so it leaves out neither L nor a node above L, whose box is no
// farther than L; afterwards nothing is nearer. And L does not depend on c. Where distances could
// overflow, the chain walks the tree literally.
//
// For the same reason a search may begin as if it had a leaf at D + 1 already, where D is the
// distance of any leaf: L is at most D away, and that beginning is never the result. It takes the
// leaf of the quart below, which is near, so that few nodes are entered, or nearLeaf. It ends at a
// leaf at distance 0, since nothing is nearer.
//
// A quart whose last result is the L of the quart before it needs no chain but where that leaf is
// as near as its own L. So the chain begins at such quarts alone, and ends where it comes to an L
// again: what follows has the last result that biomes_ties took for it.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_BIOMES_H
#define TERRANE_RUNTIME_CUDA_BIOMES_H

#include "runtime/chunk/volume.h"
#include "runtime/cuda/biome_tree.h"
#include "runtime/cuda/launch.h"

namespace terrane::rt::cuda {

struct BiomeArguments {
  BiomeTree tree;
  i32 chunksX, chunksZ; ///< the batch: a rectangle of chunks
  i32 quartHeight;      ///< a multiple of 4
  /// Per dimension, in the order of climate.h: the values over a volume of (4 chunksX, quartHeight,
  /// 4 chunksZ) quarts, in its index order.
  const f32 *samples[numTargetDimensions];
  /// By depth interval, then column of that volume: the nearest leaf's node and its distance
  /// without the depth, from `columns` to `search`; nodes of -1 where distances could overflow.
  i32 *columnNode;
  i64 *columnDistance;
  /// By quart of that volume: the first of the nearest leaves and its distance, from `search` on;
  /// `literally` where distances could overflow.
  i32 *first;
  i64 *nearest;
  /// A chunk after the other: bit i of word w says that the chain has to look at quart 32 w + i of
  /// the game's order. From `ties` to `chain`.
  u32 *unsettled;
  /// A chunk after the other, x fastest; index y + (x + 4 z) * quartHeight in each.
  u16 *out;

  static constexpr i32 literally = -2;

  TERRANE_FN i64 chunks() const { return i64(chunksX) * chunksZ; }
  TERRANE_FN i64 columns() const { return 16 * chunks(); }
  TERRANE_FN i64 quarts() const { return columns() * quartHeight; }
  TERRANE_FN i32 wordsPerChunk() const { return quartHeight / 2; }
};

TERRANE_FN ClimateTarget climateAt(const BiomeArguments &a, i64 quart) {
  ClimateTarget target;
  for (i32 d = 0; d < numTargetDimensions; ++d)
    target.values[d] = quantizeClimate(a.samples[d][quart]);
  return target;
}

/// The climate at a quart, if distances to it fit.
TERRANE_FN bool narrowClimateAt(const BiomeArguments &a, i64 quart, i32 *target) {
  bool fits = a.tree.narrow != nullptr;
  for (i32 d = 0; d < numTargetDimensions; ++d) {
    const i64 value = quantizeClimate(a.samples[d][quart]);
    fits = fits && distanceFits(value);
    target[d] = i32(value);
  }
  return fits;
}

//===----------------------------------------------------------------------===//
// biomes_columns
//===----------------------------------------------------------------------===//

/// One thread: that of column `thread % columns()`.
TERRANE_FN void searchColumn(const BiomeArguments &a, i64 thread) {
  const i64 columns = a.columns();
  if (thread >= columns * a.tree.numIntervals)
    return;
  const i32 interval = i32(thread / columns);
  i32 target[numTargetDimensions];
  NearestLeaf found = {-1, 0};
  if (narrowClimateAt(a, thread % columns * a.quartHeight, target)) {
    const i32 near = nearLeaf<false>(a.tree, target, interval);
    found = nearestLeaf<false>(a.tree, target, interval, near);
  }
  a.columnNode[thread] = found.node;
  a.columnDistance[thread] = found.distance;
}

//===----------------------------------------------------------------------===//
// biomes_search
//===----------------------------------------------------------------------===//

/// Quarts of one thread; divides every quartHeight.
constexpr i32 searchRows = 4;

/// Whether the quart can be answered by its column; its depth then.
TERRANE_FN bool sharesColumn(const BiomeArguments &a, i64 quart, i64 lowest, i32 &depth) {
  bool shares = true;
  for (i32 d = 0; d < numTargetDimensions; ++d)
    shares = shares &&
             (d == depthDimension || bitsOf(a.samples[d][quart]) == bitsOf(a.samples[d][lowest]));
  const i64 value = quantizeClimate(a.samples[depthDimension][quart]);
  depth = i32(value);
  return shares && distanceFits(value);
}

/// The first of the nearest leaves at a depth: of the leaves that the intervals give, the nearest,
/// and of several the one that comes first.
TERRANE_FN NearestLeaf nearestInColumn(const BiomeArguments &a, i64 column, i32 depth) {
  NearestLeaf best = {-1, 0};
  for (i32 i = 0; i < a.tree.numIntervals; ++i) {
    const i64 at = i * a.columns() + column;
    const i32 node = a.columnNode[at];
    const i64 distance = a.columnDistance[at] +
                         squaredDistance(depth, a.tree.intervals[i].lo, a.tree.intervals[i].hi);
    if (best.node < 0 || distance < best.distance ||
        (distance == best.distance && node < best.node))
      best = {node, distance};
  }
  return best;
}

/// One thread.
TERRANE_FN void searchQuarts(const BiomeArguments &a, i64 thread) {
  if (thread >= a.quarts() / searchRows)
    return;
  const i64 column = thread * searchRows / a.quartHeight;
  const bool hasColumn = a.tree.numIntervals > 0 && a.columnNode[column] >= 0;
  i32 known = -1; // the node of the leaf that was found last
  for (i64 quart = thread * searchRows; quart < (thread + 1) * searchRows; ++quart) {
    NearestLeaf found;
    i32 depth, target[numTargetDimensions];
    if (hasColumn && sharesColumn(a, quart, column * a.quartHeight, depth)) {
      found = nearestInColumn(a, column, depth);
    } else if (narrowClimateAt(a, quart, target)) {
      if (known < 0)
        known = nearLeaf<true>(a.tree, target, 0);
      found = nearestLeaf<true>(a.tree, target, 0, known);
    } else {
      a.first[quart] = BiomeArguments::literally;
      continue;
    }
    known = found.node;
    a.first[quart] = -1 - a.tree.narrow[known].link;
    a.nearest[quart] = found.distance;
  }
}

//===----------------------------------------------------------------------===//
// biomes_ties and biomes_chain
//===----------------------------------------------------------------------===//

/// Where a quart of a chunk lies, by its number in the game's order: section by section upwards, in
/// a section x outermost, then y, then z (spec 50, 6).
struct QuartPlace {
  i64 quart; ///< in the batch's volume
  i64 out;   ///< in the chunk's results

  TERRANE_FN QuartPlace(const BiomeArguments &a, i64 chunk, i32 number) {
    const i32 x = number >> 4 & 3, y = (number >> 6) * 4 + (number >> 2 & 3), z = number & 3;
    const i64 cx = chunk % a.chunksX, cz = chunk / a.chunksX;
    quart = y + (4 * cx + x + (4 * cz + z) * 4 * a.chunksX) * a.quartHeight;
    out = chunk * 16 * a.quartHeight + y + i64(x + 4 * z) * a.quartHeight;
  }
};

/// Whether leaf `last` is as near as the nearest.
TERRANE_FN bool isNearest(const BiomeArguments &a, i64 quart, i32 last) {
  return boxDistance(a.tree.nodes[a.tree.nodeOfLeaf[last]].box, climateAt(a, quart)) ==
         a.nearest[quart];
}

/// One thread of biomes_ties.
TERRANE_FN void settleQuarts(const BiomeArguments &a, i64 thread) {
  const i32 words = a.wordsPerChunk();
  if (thread >= a.chunks() * words)
    return;
  const i64 chunk = thread / words;
  const i32 begin = i32(thread % words) * 32;
  // A chunk starts without a last result.
  i32 last = begin ? a.first[QuartPlace(a, chunk, begin - 1).quart] : -1;
  u32 unsettled = 0;
  for (i32 i = 0; i < 32; ++i) {
    const QuartPlace place(a, chunk, begin + i);
    const i32 first = a.first[place.quart];
    // After a quart that is walked literally the chain goes on by itself.
    if (first == BiomeArguments::literally ||
        (last >= 0 && last != first && isNearest(a, place.quart, last)))
      unsettled |= 1u << i;
    else
      a.out[place.out] = a.tree.biomes[first];
    last = first;
  }
  a.unsettled[thread] = unsettled;
}

/// Quarts from `number` on until one has the leaf that biomes_ties took; the number after it. Where
/// the game fails, the biome is that of leaf 0 and the chain begins anew.
TERRANE_FN i32 chainFrom(const BiomeArguments &a, i64 chunk, i32 number) {
  i32 last = number ? a.first[QuartPlace(a, chunk, number - 1).quart] : -1;
  for (; number < 16 * a.quartHeight; ++number) {
    const QuartPlace place(a, chunk, number);
    const i32 first = a.first[place.quart];
    if (first == BiomeArguments::literally)
      last = searchLiterally(a.tree, climateAt(a, place.quart), last);
    else if (last < 0 || last == first || !isNearest(a, place.quart, last))
      last = first;
    a.out[place.out] = a.tree.biomes[last < 0 ? 0 : last];
    if (last == first)
      return number + 1;
  }
  return number;
}

/// One thread of biomes_chain.
TERRANE_FN void chainChunk(const BiomeArguments &a, i64 chunk) {
  if (chunk >= a.chunks())
    return;
  i32 done = 0;
  for (i32 word = 0; word < a.wordsPerChunk(); ++word) {
    const u32 unsettled = a.unsettled[chunk * a.wordsPerChunk() + word];
    for (i32 i = 0; unsettled != 0 && i < 32; ++i)
      if ((unsettled >> i & 1) != 0 && 32 * word + i >= done)
        done = chainFrom(a, chunk, 32 * word + i);
  }
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_BIOMES_H
