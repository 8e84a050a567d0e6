//===- mask.cpp - Which blocks of a chunk are carved (spec 60, 2 and 10) --===//

#include "runtime/carver/mask.h"

#include <algorithm>

namespace terrane::rt {

void CarvingMask::set(i32 lx, i32 low, i32 high, i32 lz) {
  if (low > high)
    return;
  i32 from = low - first, to = high - first;
  u64 *column = this->column(lx, lz);
  u64 head = ~u64(0) << (from & 63), tail = ~u64(0) >> (63 - (to & 63));
  i32 word = from >> 6, last = to >> 6;
  if (word == last) {
    column[word] |= head & tail;
    return;
  }
  column[word] |= head;
  for (++word; word < last; ++word)
    column[word] = ~u64(0);
  column[last] |= tail;
}

bool CarvingMask::empty() const {
  return std::all_of(bits.begin(), bits.end(), [](u64 word) { return word == 0; });
}

i64 CarvingMask::count() const {
  i64 result = 0;
  for (u64 word : bits)
    result += __builtin_popcountll(word);
  return result;
}

i32 CarvingMask::next(const u64 *column, i32 row, u64 flip) const {
  while (row < rows) {
    u64 rest = (column[row >> 6] ^ flip) >> (row & 63);
    if (rest)
      return imin(row + __builtin_ctzll(rest), rows);
    row = (row | 63) + 1;
  }
  return rows;
}

std::vector<u8> CarvingMask::bytes() const {
  std::vector<u8> result(std::size_t(32) * rows);
  forEachRun([&](i32 lx, i32 lz, i32 bottom, i32 top) {
    for (i32 y = bottom; y <= top; ++y) {
      i64 i = i64(y - first) + i64(lz + 16 * lx) * rows;
      result[i >> 3] |= u8(1 << (i & 7));
    }
  });
  return result;
}

} // namespace terrane::rt
