//===- shape.h - What an ellipsoid cuts of a chunk (spec 60, 4.3, 5.4 and 6.1) -===//

#ifndef TERRANE_RUNTIME_CARVER_SHAPE_H
#define TERRANE_RUNTIME_CARVER_SHAPE_H

#include "runtime/carver/mask.h"

namespace terrane::rt {

/// Cuts ellipsoids into the mask of one chunk. Not thread-safe.
class Cutter {
public:
  /// `mask` was reset for `range`.
  Cutter(CarvingMask &mask, const GenerationRange &range, i32 chunkX, i32 chunkZ)
      : mask(mask), bottom(range.minY), blockX(wrapMul(chunkX, 16)), blockZ(wrapMul(chunkZ, 16)) {}

  /// The middle of the chunk, as distances are measured from it.
  f64 middleX() const { return f64(wrapAdd(blockX, 8)); }
  f64 middleZ() const { return f64(wrapAdd(blockZ, 8)); }

  void cave(f64 x, f64 y, f64 z, f64 hr, f64 vr, f64 floor);
  /// `widths`: an entry per row of the range.
  void canyon(f64 x, f64 y, f64 z, f64 hr, f64 vr, const f32 *widths);

private:
  bool aim(f64 x, f64 y, f64 z, f64 hr, f64 vr);
  template <class Column> void eachColumn(f64 x, f64 z, f64 hr, Column column);
  void ordinaryCave(f64 x, f64 z, f64 hr, f64 floor);

  CarvingMask &mask;
  i32 bottom; ///< the range's lowest row
  i32 blockX, blockZ;
  // The box of the present ellipsoid; y from above lowY to highY.
  i32 minX = 0, maxX = 0, minZ = 0, maxZ = 0, lowY = 0, highY = 0;
  std::vector<f64> heights; ///< normalised, of the rows from lowY + 1 upwards
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_SHAPE_H
