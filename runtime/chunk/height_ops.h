//===- height_ops.h - How a stored block changes a height (spec 30, 5.1) --===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_HEIGHT_OPS_H
#define TERRANE_RUNTIME_CHUNK_HEIGHT_OPS_H

#include "runtime/chunk/block_state.h"

namespace terrane::rt {

/// The first free y of a column after `state` was stored at `y`. `column`: its blocks from `minY`;
/// `stateFlags`: by state. A state counts where `flags & mask` is `want`: not air, or motion
/// blocking.
TERRANE_FN void updateHeight(i32 &firstFree, const StateId *column, const u8 *stateFlags, i32 minY,
                             i32 y, StateId state, u8 mask, u8 want) {
  if (y <= firstFree - 2)
    return;
  if ((stateFlags[state] & mask) == want) {
    if (y >= firstFree)
      firstFree = y + 1;
  } else if (y == firstFree - 1) {
    i32 row = y - minY; // what lies at `row` does not count: it was stored just now
    while (row > 0 && (stateFlags[column[row - 1]] & mask) != want)
      --row;
    firstFree = minY + row;
  }
}

/// Both heights of a column.
TERRANE_FN void updateHeights(i32 &worldSurface, i32 &oceanFloor, const StateId *column,
                              const u8 *stateFlags, i32 minY, i32 y, StateId state) {
  updateHeight(oceanFloor, column, stateFlags, minY, y, state, StateMotion, StateMotion);
  updateHeight(worldSurface, column, stateFlags, minY, y, state, StateAir, 0);
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_HEIGHT_OPS_H
