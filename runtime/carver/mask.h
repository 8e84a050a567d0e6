//===- mask.h - Which blocks of a chunk are carved (spec 60, 2 and 10) ----===//

#ifndef TERRANE_RUNTIME_CARVER_MASK_H
#define TERRANE_RUNTIME_CARVER_MASK_H

#include "runtime/carver/provider.h"

namespace terrane::rt {

/// A set of blocks of a chunk, in the rows that carvers may reach. Depends on no block.
class CarvingMask {
public:
  /// Empties it for a range: rows minGen + 1 to minGen + depthGen - 8 (section 2), perhaps none.
  void reset(const GenerationRange &range) {
    first = range.minY + 1;
    rows = imax(range.height - 8, 0);
    words = (rows + 63) >> 6;
    bits.assign(std::size_t(256) * words, 0);
  }

  i32 minY() const { return first; }
  i32 maxY() const { return first + rows - 1; } ///< below minY where there are no rows
  i32 height() const { return rows; }

  /// `y` from minY to maxY; `lx` and `lz` 0..15.
  void set(i32 lx, i32 y, i32 lz) {
    i32 row = y - first;
    column(lx, lz)[row >> 6] |= u64(1) << (row & 63);
  }
  /// Rows `low` to `high`, both included and in range; none where low > high.
  void set(i32 lx, i32 low, i32 high, i32 lz);
  bool get(i32 lx, i32 y, i32 lz) const {
    u32 row = u32(y) - u32(first);
    return row < u32(rows) && (column(lx, lz)[row >> 6] >> (row & 63) & 1);
  }
  bool empty() const;
  i64 count() const;

  /// Calls `f(lx, lz, bottom, top)` for the maximal vertical runs: lx outer, lz inner, from the
  /// lowest run of a column to the highest (section 7).
  template <class F> void forEachRun(F f) const {
    for (i32 lx = 0; lx < 16; ++lx)
      for (i32 lz = 0; lz < 16; ++lz)
        for (i32 row = next(column(lx, lz), 0, 0); row < rows;) {
          i32 end = next(column(lx, lz), row, ~u64(0));
          f(lx, lz, first + row, first + end - 1);
          row = next(column(lx, lz), end, 0);
        }
  }

  /// Bit (y - minY) + (lz + 16 lx) * height is bit `i & 7` (1 = lowest) of byte `i >> 3`; 32 *
  /// height bytes.
  std::vector<u8> bytes() const;

  bool operator==(const CarvingMask &o) const {
    return first == o.first && rows == o.rows && bits == o.bits;
  }

private:
  u64 *column(i32 lx, i32 lz) { return bits.data() + std::size_t(lz + 16 * lx) * words; }
  const u64 *column(i32 lx, i32 lz) const {
    return bits.data() + std::size_t(lz + 16 * lx) * words;
  }
  /// The first row from `row` on that is set (`flip` 0) or not (all ones); at most `rows`.
  i32 next(const u64 *column, i32 row, u64 flip) const;

  i32 first = 0, rows = 0, words = 0;
  std::vector<u64> bits; ///< columns of `words` words, lowest row in the lowest bit
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_MASK_H
