//===- volumes.h - Volumes that a volume request leads to -----------------===//
//
// Kernel-safe, for the CPU and the GPU. What slices and interpolations ask their inputs for (spec
// 11, 15 and 16), and one interpolated value at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_VOLUMES_H
#define TERRANE_RUNTIME_KERNEL_VOLUMES_H

#include "runtime/chunk/volume.h"
#include "runtime/math/java.h"

namespace terrane::rt {

/// The volume that a slice asks its input for: flat along the axes of the mask (X=1, Y=2, Z=4), all
/// steps kept (spec 11, 16). A volume that is flat there already is its own slice.
TERRANE_FN Volume sliceVolume(Volume v, i32 axes, i32 x, i32 y, i32 z) {
  if (axes & 1)
    v.sx = 1, v.mx = x;
  if (axes & 2)
    v.sy = 1, v.my = y;
  if (axes & 4)
    v.sz = 1, v.mz = z;
  return v;
}

/// How `interpolated` serves a volume (spec 11, 15).
struct Interpolation {
  bool aligned;   ///< the input's values are the result
  Volume corners; ///< what the input is asked for
  Volume volume;  ///< the request
  i32 cellXz, cellY;
  i32 firstX, firstY, firstZ; ///< first cells
};

TERRANE_FN i32 cornerCount(i32 min, i32 size, i32 cell, i32 &first) {
  i32 max = wrapSub(wrapAdd(min, size), 1);
  first = floorDiv(min, cell);
  i32 count = wrapAdd(wrapSub(floorDiv(max, cell), first), 1);
  return floorMod(max, cell) == 0 ? count : count + 1;
}

TERRANE_FN Interpolation interpolationOf(const Volume &v, i32 cellXz, i32 cellY) {
  Interpolation p;
  p.volume = v;
  p.cellXz = cellXz;
  p.cellY = cellY;
  p.aligned = (v.tx == cellXz || v.sx == 1) && (v.ty == cellY || v.sy == 1) &&
              (v.tz == cellXz || v.sz == 1) && floorMod(v.mx, cellXz) == 0 &&
              floorMod(v.my, cellY) == 0 && floorMod(v.mz, cellXz) == 0;
  p.corners = v;
  p.firstX = p.firstY = p.firstZ = 0;
  if (p.aligned)
    return p;
  // With unit steps `size * step` is the size: the block fill covers the same blocks either way.
  Volume &c = p.corners;
  c.sx = cornerCount(v.mx, wrapMul(v.sx, v.tx), cellXz, p.firstX);
  c.sy = cornerCount(v.my, wrapMul(v.sy, v.ty), cellY, p.firstY);
  c.sz = cornerCount(v.mz, wrapMul(v.sz, v.tz), cellXz, p.firstZ);
  c.mx = wrapMul(p.firstX, cellXz);
  c.my = wrapMul(p.firstY, cellY);
  c.mz = wrapMul(p.firstZ, cellXz);
  c.tx = c.tz = cellXz;
  c.ty = cellY;
  return p;
}

/// The value of the request's lattice point (i, j, k), from the corners; `corner(i, j, k)` is asked
/// for the eight of its cell, or for the point itself where the request is aligned. Operations per
/// block as in spec 11, 15: z, then x, then a running sum in y that starts at the cell's first
/// offset within the request: 0, or, in a cut first cell, that of the request's lowest block.
template <typename Corner>
TERRANE_FN f32 interpolationAt(const Interpolation &p, i32 i, i32 j, i32 k, Corner &&corner) {
  if (p.aligned)
    return corner(i, j, k);
  const Volume &v = p.volume, &c = p.corners;
  i32 bx = v.blockX(i), bz = v.blockZ(k);
  i32 x0 = wrapSub(floorDiv(bx, p.cellXz), p.firstX), dx = floorMod(bx, p.cellXz);
  i32 z0 = wrapSub(floorDiv(bz, p.cellXz), p.firstZ), dz = floorMod(bz, p.cellXz);
  i32 cut = wrapSub(v.my, wrapMul(p.firstY, p.cellY));
  i32 offset = wrapAdd(cut, wrapMul(j, v.ty));
  i32 y0 = offset / p.cellY, dy = offset % p.cellY, first = y0 == 0 ? cut : 0;
  i32 x1 = imin(x0 + 1, c.sx - 1), y1 = imin(y0 + 1, c.sy - 1), z1 = imin(z0 + 1, c.sz - 1);
  f32 kxz = 1.0f / f32(p.cellXz), ky = 1.0f / f32(p.cellY);
  f32 tx = f32(dx) * kxz, tz = f32(dz) * kxz;
  f32 q[2];
  for (i32 s = 0; s < 2; ++s) {
    i32 y = s == 0 ? y0 : y1;
    f32 near = lerp(tz, corner(x0, y, z0), corner(x0, y, z1));
    q[s] = lerp(tx, near, lerp(tz, corner(x1, y, z0), corner(x1, y, z1)));
  }
  f32 d = (q[1] - q[0]) * ky;
  f32 value = q[0] + d * f32(first);
  for (i32 y = first; y < dy; ++y)
    value = value + d;
  return value;
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_VOLUMES_H
