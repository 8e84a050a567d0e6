//===- nearest.h - The four nearest aquifer centres (spec 30, 6.4 step 4) -===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_AQUIFER_NEAREST_H
#define TERRANE_RUNTIME_AQUIFER_NEAREST_H

#include "runtime/math/java.h"

namespace terrane::rt {

/// The candidates of a block: 2 x 3 x 2 cells, in the order x (outer), y, z.
constexpr i32 numCandidates = 12;
/// Blocks per cell, upwards.
constexpr i32 cellHeight = 12;

/// Squared distances in ascending order, and which candidates they belong to, by rank 0 to 3.
struct Nearest {
  i32 distances[4];
  i32 candidates[4];

  TERRANE_FN i32 distance(i32 rank) const { return distances[rank]; }
  TERRANE_FN i32 candidate(i32 rank) const { return candidates[rank]; }
};

/// As the specification has it. Squared distances wrap, and of equal ones the later candidate
/// takes the better rank.
TERRANE_FN Nearest findNearest(const i32 *dx, const i32 *dy, const i32 *dz) {
  const i32 largest = 0x7FFFFFFF;
  Nearest n{{largest, largest, largest, largest}, {0, 0, 0, 0}};
  for (i32 i = 0; i < numCandidates; ++i) {
    i32 d = wrapAdd(wrapAdd(wrapMul(dx[i], dx[i]), wrapMul(dy[i], dy[i])), wrapMul(dz[i], dz[i]));
    i32 rank = 0;
    while (rank < 4 && n.distances[rank] < d)
      ++rank;
    for (i32 r = 3; r > rank; --r) {
      n.distances[r] = n.distances[r - 1];
      n.candidates[r] = n.candidates[r - 1];
    }
    if (rank < 4) {
      n.distances[rank] = d;
      n.candidates[rank] = i;
    }
  }
  return n;
}

/// The same for all blocks of a column that share their candidates: the 12 blocks with y + 1 in one
/// row of cells.
///
/// A candidate's key is 16 * distance + (15 - candidate). Keys are distinct, and ascending keys are
/// ascending distances with the later candidate first among equal ones: the four smallest keys are
/// the four ranks. They are found by sinking each key through four running minima.
///
/// Keys fit in 16 bits. A centre lies 0 to 9 (x, z) or 0 to 8 (y) blocks into its cell and a block
/// 5 to 20 (x, z) blocks after the start of the first candidate's cell, so |dx|, |dz| <= 20;
/// upwards it is -1 to 10 (14 in the unused lanes) blocks after the start of the middle cell, so
/// |dy| <= 26. 16 * (400 + 400 + 676) + 15 = 23631. This needs centres that were not wrapped when
/// packed.
struct NearestColumn {
  static constexpr i32 lanes = 16; ///< of which cellHeight are used
  i16 keys[4][lanes];              ///< per rank, ascending

  /// `horizontal` is 16 * (dx^2 + dz^2) + 15 - candidate, `vertical` the centre's y minus that of
  /// lane 0, the lowest block.
  TERRANE_FN void rank(const i16 *horizontal, const i16 *vertical) {
    i16 first[lanes], second[lanes], third[lanes], fourth[lanes];
    for (i32 lane = 0; lane < lanes; ++lane)
      first[lane] = second[lane] = third[lane] = fourth[lane] = 0x7FFF;
    for (i32 i = 0; i < numCandidates; ++i)
      for (i32 lane = 0; lane < lanes; ++lane) {
        i16 dy = i16(vertical[i] - lane);
        i16 key = i16(horizontal[i] + 16 * (dy * dy)); // exact: the difference is below 64
        key = sink(first[lane], key);
        key = sink(second[lane], key);
        key = sink(third[lane], key);
        sink(fourth[lane], key);
      }
    for (i32 lane = 0; lane < lanes; ++lane) {
      keys[0][lane] = first[lane];
      keys[1][lane] = second[lane];
      keys[2][lane] = third[lane];
      keys[3][lane] = fourth[lane];
    }
  }

  /// One block's ranks; as Nearest.
  struct Lane {
    const NearestColumn &column;
    i32 lane;

    TERRANE_FN i32 distance(i32 rank) const { return column.keys[rank][lane] >> 4; }
    TERRANE_FN i32 candidate(i32 rank) const { return 15 - (column.keys[rank][lane] & 15); }
  };
  TERRANE_FN Lane at(i32 lane) const { return {*this, lane}; }

private:
  /// Leaves the smaller in `held` and returns the larger.
  TERRANE_FN static i16 sink(i16 &held, i16 key) {
    i16 larger = held > key ? held : key;
    held = held > key ? key : held;
    return larger;
  }
};

/// The same for one block, by keys of 32 bits. They fit where at most y was wrapped: then |dx| and
/// |dz| are at most 20 as above, |dy| is at most 4095, the most that 12 bits can differ by, and
/// 16 * (400 + 400 + 4095^2) + 15 = 268317215. Plain minima and maxima: what a kernel does best.
struct NearestBlock {
  i32 keys[4] = {0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF}; ///< ascending

  /// `horizontal` is 16 * (dx^2 + dz^2) + 15 - candidate.
  TERRANE_FN void add(i32 horizontal, i32 dy) {
    i32 key = horizontal + 16 * (dy * dy); // exact: by the bounds above
    for (i32 r = 0; r < 4; ++r) {
      i32 larger = imax(keys[r], key);
      keys[r] = imin(keys[r], key);
      key = larger;
    }
  }

  TERRANE_FN i32 distance(i32 rank) const { return keys[rank] >> 4; }
  TERRANE_FN i32 candidate(i32 rank) const { return 15 - (keys[rank] & 15); }
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_AQUIFER_NEAREST_H
