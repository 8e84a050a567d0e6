//===- volume_ops.h - What generated volume kernels call ------------------===//
//
// Kernel-safe. Interpolation by columns, noises and splines in rows of lanes.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_VOLUME_OPS_H
#define TERRANE_RUNTIME_KERNEL_VOLUME_OPS_H

#include "runtime/kernel/noise_lanes.h"
#include "runtime/kernel/point_ops.h"
#include "runtime/kernel/volumes.h"

namespace terrane::rt {

/// The first half of `a` and `b` interleaved, and the second.
TERRANE_KERNEL Block zipLow(const Block &a, const Block &b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
TERRANE_KERNEL Block zipHigh(const Block &a, const Block &b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}

/// 16 whole cells of 8 blocks: `value` is each cell's first block, `d` its step. Lane c of the s-th
/// sum belongs to block 8 c + s. Written in a row the eight sums have index 16 s + c; interleaving
/// the halves of the row rotates the 7 bits of an index left by one, so three times turn it into
/// 8 c + s.
TERRANE_KERNEL void storeCells(f32 *out, Block value, const Block &d) {
  Block row[8];
#pragma GCC unroll 8
  for (i32 s = 0; s < 8; ++s) {
    row[s] = value;
    value = value + d;
  }
#pragma GCC unroll 3
  for (i32 turn = 0; turn < 3; ++turn) {
    Block next[8];
#pragma GCC unroll 4
    for (i32 s = 0; s < 4; ++s) {
      next[2 * s] = zipLow(row[s], row[s + 4]);
      next[2 * s + 1] = zipHigh(row[s], row[s + 4]);
    }
#pragma GCC unroll 8
    for (i32 s = 0; s < 8; ++s)
      row[s] = next[s];
  }
  __builtin_memcpy(out, row, sizeof row);
}

/// The values of column (i, k) of the request, `volume.sy` of them, from the corners. Order of
/// operations per block as in spec 11, 15: z, then x, then a running sum in y from the first offset
/// of the cell. Cells of a column do not depend on each other, so 16 of them run side by side.
static inline __attribute__((noinline)) void interpolateColumn(f32 *out, const Interpolation &p,
                                                               const f32 *corners, i32 i, i32 k) {
  const Volume &v = p.volume, &c = p.corners;
  if (p.aligned) {
    __builtin_memcpy(out, corners + v.index(i, 0, k), u64(v.sy) * sizeof(f32));
    return;
  }
  i32 bx = wrapAdd(v.mx, wrapMul(i, v.tx)), bz = wrapAdd(v.mz, wrapMul(k, v.tz));
  i32 cx = wrapSub(floorDiv(bx, p.cellXz), p.firstX), dx = floorMod(bx, p.cellXz);
  i32 cz = wrapSub(floorDiv(bz, p.cellXz), p.firstZ), dz = floorMod(bz, p.cellXz);
  f32 kxz = 1.0f / f32(p.cellXz), ky = 1.0f / f32(p.cellY);
  f32 tx = f32(dx) * kxz, tz = f32(dz) * kxz;
  i32 x1 = imin(cx + 1, c.sx - 1), z1 = imin(cz + 1, c.sz - 1);
  const f32 *v00 = corners + c.index(cx, 0, cz), *v01 = corners + c.index(cx, 0, z1);
  const f32 *v10 = corners + c.index(x1, 0, cz), *v11 = corners + c.index(x1, 0, z1);
  auto plane = [&](i32 y) { return lerp(tx, lerp(tz, v00[y], v01[y]), lerp(tz, v10[y], v11[y])); };
  auto planes = [&](i32 y) {
    return lerpBlock(tx, lerpBlock(tz, loadBlock(v00 + y), loadBlock(v01 + y)),
                     lerpBlock(tz, loadBlock(v10 + y), loadBlock(v11 + y)));
  };
  i32 blocks = wrapMul(v.sy, v.ty), skip = 0;
  i32 y0 = wrapSub(v.my, wrapMul(p.firstY, p.cellY)); // nonzero in a cut first cell only
  for (i32 block = 0, cell = 0; block < blocks;) {
    if (v.ty == 1 && p.cellY == 8 && y0 == 0 && block + 16 * 8 <= blocks) {
      Block q0 = planes(cell), q1 = planes(cell + 1), d = (q1 - q0) * ky;
      storeCells(out + block, q0 + d * 0.0f, d);
      block += 16 * 8;
      cell += 16;
      continue;
    }
    // The last cell lacks its upper plane where only its first layer is needed, and is then paired
    // with itself.
    f32 q0 = plane(cell), q1 = plane(imin(cell + 1, c.sy - 1));
    f32 d = (q1 - q0) * ky;
    f32 value = q0 + d * f32(y0);
    i32 end = imin(blocks, block + p.cellY - y0);
    for (; block < end; ++block) {
      if (v.ty == 1)
        out[block] = value;
      else if (skip-- == 0) {
        *out++ = value;
        skip = v.ty - 1;
      }
      value = value + d;
    }
    y0 = 0;
    ++cell;
  }
}

/// A whole volume, column by column.
TERRANE_FN void interpolateVolume(f32 *out, const Interpolation &p, const f32 *corners) {
  for (i32 k = 0; k < p.volume.sz; ++k)
    for (i32 i = 0; i < p.volume.sx; ++i)
      interpolateColumn(out + p.volume.index(i, 0, k), p, corners, i, k);
}

/// Where the 64 lanes of a row are: along y in a column ...
struct ColumnPosition {
  const Volume *v;
  i32 i, j, k;
  i32 x(i32) const { return v->blockX(i); }
  i32 y(i32 l) const { return v->blockY(j + l); }
  i32 z(i32) const { return v->blockZ(k); }
};

/// ... or consecutive points of a flat volume (sy = 1), from point `first`.
struct FlatPosition {
  i32 bx[laneCount], bz[laneCount], by;
  TERRANE_KERNEL void fill(FlatPosition &f, const Volume &v, i64 first, i32 n) {
    f.by = v.my;
    for (i32 l = 0; l < laneCount; ++l) {
      i64 at = first + (l < n ? l : 0);
      f.bx[l] = v.blockX(i32(at % v.sx));
      f.bz[l] = v.blockZ(i32(at / v.sx));
    }
  }
  i32 x(i32 l) const { return bx[l]; }
  i32 y(i32) const { return by; }
  i32 z(i32 l) const { return bz[l]; }
};

TERRANE_KERNEL Lanes columnNoiseLanes(const ColumnNoise &noise, i32 i, i32 k, i32 j, u32 active) {
  alignas(64) f32 values[laneCount];
  columnNoise(values, noise, i, k, j, active);
  return loadLanes(values);
}

/// A plain noise over a flat volume, volume form.
TERRANE_KERNEL Lanes flatNoiseLanes(NoiseStack stack, const FlatPosition &at, f64 xz, f64 y,
                                    u32 active) {
  alignas(64) f32 values[laneCount];
  alignas(64) f64 px[laneCount], py[laneCount], pz[laneCount];
  for (i32 l = 0; l < laneCount; ++l) {
    px[l] = f64(at.x(l));
    py[l] = f64(at.y(l));
    pz[l] = f64(at.z(l));
  }
  laneNoise(values, stack, px, py, pz, xz, y, true, 1.0f, active);
  return loadLanes(values);
}

/// A shifted noise: the point form on both paths (spec 10, 7.2). `shiftY` may be null.
template <typename Position>
TERRANE_KERNEL Lanes shiftedNoiseLanes(NoiseStack stack, const Position &at, f64 xz, f64 y,
                                       const Lanes &shiftX, const Lanes *shiftY,
                                       const Lanes &shiftZ, u32 active) {
  alignas(64) f32 values[laneCount], a[laneCount], b[laneCount], c[laneCount];
  alignas(64) f64 px[laneCount], py[laneCount], pz[laneCount];
  storeLanes(a, shiftX, laneCount);
  storeLanes(c, shiftZ, laneCount);
  if (shiftY)
    storeLanes(b, *shiftY, laneCount);
  for (i32 l = 0; l < laneCount; ++l) {
    px[l] = f64(at.x(l)) * xz + f64(a[l]);
    py[l] = f64(at.y(l)) * y;
    pz[l] = f64(at.z(l)) * xz + f64(c[l]);
  }
  if (shiftY)
    for (i32 l = 0; l < laneCount; ++l)
      py[l] = py[l] + f64(b[l]);
  laneNoise(values, stack, px, py, pz, 1.0, 1.0, false, 1.0f, active);
  return loadLanes(values);
}

/// The coordinates of a spline that a volume needed, in the order of first need.
struct SplineNeeds {
  u64 mask;
  i32 count;
  u8 order[64];
};

/// A spline in the first `n` lanes. Coordinates are given for all lanes; `needs`, if not null,
/// collects which of them the game would have evaluated.
TERRANE_KERNEL Lanes splineLanes(const SplineNode *nodes, const SplinePoint *points, i32 root,
                                 const Lanes *coordinates, SplineNeeds *needs, i32 n) {
  return eachLane(n, [&](i32 l) {
    return splineValue(nodes, points, root, [&](i32 slot) {
      if (needs && !(needs->mask >> slot & 1)) {
        needs->mask |= u64(1) << slot;
        needs->order[needs->count++] = u8(slot);
      }
      return coordinates[slot][l];
    });
  });
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_VOLUME_OPS_H
