//===- old_area.h - Where carvers may go next to old chunks (spec 60, 8) --===//
//
// The sign is that of 26.3: next to old chunks only what lies in an old area, or less than 4 blocks
// from one, may be carved. All distances are f64. The specification leaves open how the position in
// an area is reckoned; here 8 and then the offset of the neighbour are subtracted from x and z, and
// the middle of the area from y.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_OLD_AREA_H
#define TERRANE_RUNTIME_CHUNK_OLD_AREA_H

#include "runtime/carver/apply.h"
#include "runtime/chunk/blender.h"

#include <vector>

namespace terrane::rt {

/// What old chunks cover in a chunk and its eight neighbours. Immutable once built, free to share
/// between threads.
class OldArea {
public:
  OldArea() = default;

  /// From the old chunks around a chunk; those farther away and those of unknown height are left
  /// out. Of two chunks at one place the first counts.
  static OldArea forChunk(i32 chunkX, i32 chunkZ, const std::vector<OldChunk> &chunks);

  bool empty() const { return boxes.empty(); }

  /// From the nearest box; infinite where there is none. x and z count from the chunk's corner.
  f64 distance(f64 x, f64 y, f64 z) const;
  /// Of a block: lx and lz in the chunk, y in the world. False everywhere if empty. Java's mode for
  /// floats must be on (math/float_mode.h).
  bool mayCarve(i32 lx, i32 y, i32 lz) const;

  /// mayCarve, with a copy of this; empty if this is.
  BlendingFilter filter() const;

private:
  struct Box {
    f64 offsetX, offsetZ, centreY, halfHeight;
  };
  std::vector<Box> boxes;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_OLD_AREA_H
