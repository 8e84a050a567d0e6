//===- zoom_ops.h - The arithmetic of the zoom (spec 50, 8) ---------------===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_BIOME_ZOOM_OPS_H
#define TERRANE_RUNTIME_BIOME_ZOOM_OPS_H

#include "runtime/math/java.h"

namespace terrane::rt {

TERRANE_FN i64 zoomStep(i64 r, i64 s) {
  i64 factor = wrapAdd(wrapMul(r, 6364136223846793005ll), 1442695040888963407ll);
  return wrapAdd(wrapMul(r, factor), s);
}

/// From bits 24 to 33.
TERRANE_FN f64 fiddleOf(i64 r) {
  return (f64((r >> 24) & 1023) / 1024.0 - 0.5) * 0.9;
}

/// How far a corner is moved, in quarts.
struct Fiddle {
  f64 x, y, z;
};

TERRANE_FN Fiddle fiddleAt(i64 seed, i32 x, i32 y, i32 z) {
  i64 r = seed;
  r = zoomStep(r, x), r = zoomStep(r, y), r = zoomStep(r, z);
  r = zoomStep(r, x), r = zoomStep(r, y), r = zoomStep(r, z);
  Fiddle f;
  f.x = fiddleOf(r);
  r = zoomStep(r, seed);
  f.y = fiddleOf(r);
  r = zoomStep(r, seed);
  f.z = fiddleOf(r);
  return f;
}

/// The association is part of the result.
TERRANE_FN f64 squaredLength(f64 x, f64 y, f64 z) {
  return (z * z + y * y) + x * x;
}

/// `dist` of spec 50, 8; `d*` are the offsets in quarts.
TERRANE_FN f64 zoomDistance(i64 zoomSeed, i32 cornerX, i32 cornerY, i32 cornerZ, f64 dx, f64 dy,
                            f64 dz) {
  Fiddle f = fiddleAt(zoomSeed, cornerX, cornerY, cornerZ);
  return squaredLength(dx + f.x, dy + f.y, dz + f.z);
}

/// Which of the eight corners a block has its biome from: bit 2 is x, bit 1 y, bit 0 z. The
/// coordinates are the block's, 2 less each; the corner at 0 is the quart of these.
TERRANE_FN i32 zoomedCorner(i64 zoomSeed, i32 x, i32 y, i32 z) {
  i32 best = 0;
  f64 nearest = fromBits(0x7FF0000000000000ull); // infinity
  for (i32 i = 0; i < 8; ++i) {
    i32 ix = i >> 2, iy = (i >> 1) & 1, iz = i & 1;
    f64 distance = zoomDistance(zoomSeed, (x >> 2) + ix, (y >> 2) + iy, (z >> 2) + iz,
                                f64(x & 3) / 4.0 - f64(ix), f64(y & 3) / 4.0 - f64(iy),
                                f64(z & 3) / 4.0 - f64(iz));
    if (nearest > distance) {
      nearest = distance;
      best = i;
    }
  }
  return best;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_ZOOM_OPS_H
