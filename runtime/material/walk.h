//===- walk.h - The column walk (spec 40, section 4) ----------------------===//
//
// Kernel-safe, so that compiled rules are inlined into it.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_WALK_H
#define TERRANE_RUNTIME_MATERIAL_WALK_H

#include "runtime/material/context.h"
#include "runtime/math/java.h"

namespace terrane::rt {

/// Step 7 for one column, from `top` down. `rule(c)` gives a state or noState. Columns that a
/// device walks side by side begin at the same y, `from`, and wait there for the walk to come to
/// their tops: then all are at one y, and mostly do the same.
template <class Context, class Rule>
TERRANE_FN void walkColumn(Context &c, i32 from, i32 top, Rule &&rule) {
  // Only original blocks at and below y are looked at, and the rule's state is written at y after
  // the look: the walk never sees what it wrote.
  const StateId *column = c.blocks + i64(c.lx + 16 * c.lz) * c.levelHeight - c.minY;
  i32 highest = c.minY + c.levelHeight - 1;
  c.above = 0;
  c.water = noWater;
  c.runEnd = c.minY + c.levelHeight; // no run is known
  for (i32 y = imin(imax(from, top), highest); y >= c.minY; --y) {
    if (y > top)
      continue;
    StateId old = column[y];
    u8 flags = c.flags[old];
    if (flags & StateAir) {
      c.above = 0;
      c.water = noWater;
      continue;
    }
    if (flags & StateFluid) {
      if (c.water == noWater)
        c.water = y + 1;
      continue;
    }
    c.y = y;
    c.above += 1;
    i32 state = rule(c);
    if (c.failed)
      return;
    if (state == noState)
      continue;
    // Between two states alike in these respects neither height changes (spec 30, 5.1: the top
    // block stays one for both predicates), no count of filled blocks, and no fluid is placed.
    u8 mask = StateAir | StateMotion | StateFluid;
    if ((flags & mask) == (c.flags[state] & mask))
      const_cast<StateId *>(column)[y] = StateId(state);
    else
      c.write(&c, y, StateId(state));
  }
}

/// The column (lx, lz) from the first step to the last; `from` as of walkColumn. False where the
/// game would fail.
template <class Context, class Rule>
TERRANE_FN bool runColumn(Context &c, i32 lx, i32 lz, i32 from, Rule &&rule) {
  c.lx = lx;
  c.lz = lz;
  i32 top = c.beginColumn(&c);
  walkColumn(c, from, top, rule);
  if (c.failed)
    return false;
  c.endColumn(&c);
  return true;
}

/// All columns of the chunk: x outer, z inner.
template <class Context, class Rule> TERRANE_FN void walkColumns(Context &c, Rule &&rule) {
  for (i32 lx = 0; lx < 16; ++lx)
    for (i32 lz = 0; lz < 16; ++lz)
      if (!runColumn(c, lx, lz, c.minY, rule))
        return;
}

/// The same for `rule(c, known)`, which has a `Known` for each column.
template <class Known, class Context, class Rule>
TERRANE_FN void walkColumnsKnowing(Context &c, Rule &&rule) {
  for (i32 lx = 0; lx < 16; ++lx)
    for (i32 lz = 0; lz < 16; ++lz) {
      Known known;
      if (!runColumn(c, lx, lz, c.minY, [&](Context &at) { return rule(at, known); }))
        return;
    }
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_WALK_H
