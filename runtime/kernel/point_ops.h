//===- point_ops.h - What generated code calls for one value --------------===//
//
// Kernel-safe, for the CPU and the GPU. Scalar operators of spec 11 and leaves of spec 10, section
// 7, used by generated point functions and, lane by lane or thread by thread, by generated volume
// kernels.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_POINT_OPS_H
#define TERRANE_RUNTIME_KERNEL_POINT_OPS_H

#include "runtime/kernel/abi.h"
#include "runtime/math/java.h"
#include "runtime/math/log_pow.h"
#include "runtime/noise/end_islands.h"
#include "runtime/noise/stack.h"

namespace terrane::rt {

TERRANE_FN f32 quietNaN() {
  return fromBits(0x7FC00000u);
}

TERRANE_FN f32 powF(f32 base, f32 exponent) {
  return f32(powd(f64(base), f64(exponent)));
}
TERRANE_FN f32 logF(f32 v) {
  return f32(logd(f64(v)));
}
TERRANE_FN f32 squeeze(f32 v) {
  f32 c = clampf(v, -1.0f, 1.0f);
  return c / 2.0f - ((c * c) * c) / 24.0f;
}
TERRANE_FN f32 halfNegative(f32 v) {
  return v > 0.0f ? v : v * 0.5f;
}
TERRANE_FN f32 quarterNegative(f32 v) {
  return v > 0.0f ? v : v * 0.25f;
}
TERRANE_FN f32 signF(f32 v) {
  return v > 0.0f ? 1.0f : v < 0.0f ? -1.0f : v;
}
TERRANE_FN f32 roundF(f32 v) {
  return f32(floorI(f64(v) + 0.5));
}
TERRANE_FN f32 truncF(f32 v) {
  return v > 0.0f ? floorF(v) : ceilF(v);
}
TERRANE_FN f32 floorTo(f32 v, f32 m) {
  return m == 0.0f ? v : floorF(v / m) * m; // exact: a multiple of 0 is the value itself
}
TERRANE_FN f32 ceilTo(f32 v, f32 m) {
  return m == 0.0f ? v : ceilF(v / m) * m; // exact: a multiple of 0 is the value itself
}
TERRANE_FN f32 roundTo(f32 v, f32 m) {
  return m == 0.0f ? v : roundF(v / m) * m; // exact: a multiple of 0 is the value itself
}
TERRANE_FN f32 truncTo(f32 v, f32 m) {
  return m == 0.0f ? v : truncF(v / m) * m; // exact: a multiple of 0 is the value itself
}
/// What generated code asks before it computes an operand that may not be read: a factor of a
/// product whose other factor is zero, an end of a lerp. A NaN is neither zero nor one.
TERRANE_FN bool notZero(f32 v) {
  return v != 0.0f; // exact: either zero makes the product, and either is the start of a lerp
}
TERRANE_FN bool notOne(f32 v) {
  return v != 1.0f; // exact: clamped values meet the end
}
TERRANE_FN f32 lerpOrEnd(f32 t, f32 a, f32 b) {
  return t == 0.0f ? a : t == 1.0f ? b : lerp(t, a, b); // exact: clamped values meet the ends
}
/// `min` and `max` of the volume path: the left stays on ties and on NaN.
TERRANE_FN f32 keepMin(f32 l, f32 r) {
  return r < l ? r : l;
}
TERRANE_FN f32 keepMax(f32 l, f32 r) {
  return r > l ? r : l;
}

/// gradient (spec 10, 7.4); `c` is the block's coordinate on the axis.
TERRANE_FN f32 gradientClamp(i32 c, i32 from, i32 to, f32 value, f32 factor) {
  i32 r = wrapSub(iclamp(c, imin(from, to), imax(from, to)), from);
  return value + f32(r) * factor;
}
TERRANE_FN f32 gradientRepeat(i32 c, i32 from, i32 to, f32 value, f32 factor) {
  return value + f32(floorMod(wrapSub(c, from), wrapSub(to, from))) * factor;
}
TERRANE_FN f32 gradientMirror(i32 c, i32 from, i32 to, f32 value, f32 factor) {
  i32 n = wrapSub(to, from), d = wrapSub(c, from), m = floorDiv(d, n);
  i32 r = wrapSub(d, wrapMul(m, n));
  return value + f32((m & 1) == 0 ? r : wrapSub(n, r)) * factor;
}

/// distance_to_point (spec 10, 7.5); metrics in the order of the density dialect.
TERRANE_FN f32 distanceTo(i32 metric, i32 px, i32 py, i32 pz, i32 x, i32 y, i32 z) {
  f32 dx = f32(wrapSub(px, x)), dy = f32(wrapSub(py, y)), dz = f32(wrapSub(pz, z));
  if (metric == 0)
    return sqrtF((dx * dx + dy * dy) + dz * dz);
  if (metric == 1)
    return (dx * dx + dy * dy) + dz * dz;
  if (metric == 2)
    return (absF(dx) + absF(dy)) + absF(dz);
  return jmax(jmax(absF(dx), absF(dy)), absF(dz));
}

TERRANE_FN f32 shiftBPoint(NoiseStack noise, i32 x, i32 z) {
  return stackGet(noise, f64(z) * 0.25, f64(x) * 0.25, 0.0) * 4.0f;
}
/// The volume path of shift_b at a column: amplitude 4 goes into the sum (spec 10, 7.3).
TERRANE_FN f32 shiftBVolume(NoiseStack noise, i32 x, i32 z) {
  f32 sum = 0.0f;
  for (i32 l = 0; l < noise.count; ++l) {
    const NoiseLayer &layer = noise.layers[l];
    sum = sum + (4.0f * layer.amplitude) *
                    layerAtBlock(layer, z, x, 0, 0.25 * layer.frequency, 0.25 * layer.frequency);
  }
  return sum;
}

/// The volume path of a plain noise at one block: the scale goes to the frequency first (spec 20,
/// 7.2), and the sum starts at the +0.0 that the buffer was filled with.
TERRANE_LARGE_FN f32 noiseVolume(NoiseStack noise, i32 x, i32 y, i32 z, f64 xzScale, f64 yScale) {
  f32 sum = 0.0f;
  for (i32 l = 0; l < noise.count; ++l) {
    const NoiseLayer &layer = noise.layers[l];
    sum = sum + layer.amplitude * layerAtBlock(layer, x, y, z, xzScale * layer.frequency,
                                               yScale * layer.frequency);
  }
  return sum;
}

/// A spline as tables (spec 11, 3). Node `i`: a constant if `count` is 0.
struct SplineNode {
  f32 constant;
  i32 slot, first, count; ///< points first .. first + count - 1
};
struct SplinePoint {
  f32 location, derivative;
  i32 value; ///< a node
};

/// The last of `count` points whose location is not above `v`; -1: none. Locations may be in any
/// order, this search defines what that means. A NaN leads to the last.
TERRANE_FN i32 splineInterval(const SplinePoint *p, i32 count, f32 v) {
  i32 from = 0, length = count;
  while (length > 0) {
    i32 half = length / 2, mid = from + half;
    if (v < p[mid].location) {
      length = half;
    } else {
      from = mid + 1;
      length = length - half - 1;
    }
  }
  return from - 1;
}
/// Beyond the points, where the nearest has value `y`.
TERRANE_FN f32 splineBeyond(const SplinePoint &end, f32 v, f32 y) {
  // exact: the game asks for 0 itself
  return end.derivative == 0.0f ? y : y + end.derivative * (v - end.location);
}
/// Between the points `p[0]` and `p[1]` of values `y1` and `y2`.
TERRANE_FN f32 splineBetween(const SplinePoint *p, f32 v, f32 y1, f32 y2) {
  f32 w = p[1].location - p[0].location;
  f32 t = (v - p[0].location) / w;
  f32 dy = y2 - y1;
  f32 a = p[0].derivative * w - dy;
  f32 b = -p[1].derivative * w + dy;
  return lerp(t, y1, y2) + (t * (1.0f - t)) * lerp(t, a, b);
}

/// The value of node `node`. `coordinate(slot)` is called when a coordinate is needed, in the
/// game's order. Trees are as deep as the JSON they came from. (Device code has a form without
/// recursion, in runtime/cuda/splines.h.)
template <typename Coordinate>
TERRANE_FN f32 splineValue(const SplineNode *nodes, const SplinePoint *points, i32 node,
                           Coordinate &&coordinate) {
  const SplineNode &s = nodes[node];
  if (s.count == 0)
    return s.constant;
  const SplinePoint *p = points + s.first;
  f32 v = coordinate(s.slot);
  i32 i = splineInterval(p, s.count, v), last = s.count - 1;
  if (i < 0 || i == last) {
    const SplinePoint &end = p[i < 0 ? 0 : last];
    return splineBeyond(end, v, splineValue(nodes, points, end.value, coordinate));
  }
  f32 y1 = splineValue(nodes, points, p[i].value, coordinate);
  f32 y2 = splineValue(nodes, points, p[i + 1].value, coordinate);
  return splineBetween(p + i, v, y1, y2);
}

/// The height that find_top_surface starts from (spec 11, 17).
TERRANE_FN i32 surfaceTop(f32 upper, i32 cellHeight) {
  return wrapMul(floorI(f64(upper / f32(cellHeight))), cellHeight);
}

/// The search of find_top_surface in a column; `density(y)` is asked from the top down.
template <typename Density>
TERRANE_FN f32 findTopSurface(f32 upper, i32 lower, i32 cellHeight, Density &&density) {
  i32 top = surfaceTop(upper, cellHeight);
  if (top <= lower)
    return f32(lower);
  for (i64 y = top; y >= lower; y -= cellHeight)
    if (density(i32(y)) > 0.0f)
      return f32(i32(y));
  return f32(lower);
}

/// What a volume does to cells is not recorded in a journal. Contexts without cells have an
/// overload of their own.
TERRANE_FN void noteVolume(KernelContext *ctx) {
  if (ctx->journal)
    ctx->journal->unusable = 1;
}

/// `interpolated` at a block (spec 11, 15): the eight corners on the volume path and true division
/// for the weights, or, at a corner, the input's point path.
template <typename Context, typename VolumePath, typename PointPath>
TERRANE_FN f32 interpolatedPoint(Context *ctx, i32 x, i32 y, i32 z, i32 cellXz, i32 cellY,
                                 VolumePath &&volume, PointPath &&point) {
  i32 fx = floorMod(x, cellXz), fy = floorMod(y, cellY), fz = floorMod(z, cellXz);
  if (fx == 0 && fy == 0 && fz == 0)
    return point(ctx, x, y, z);
  noteVolume(ctx);
  Volume c;
  c.sx = c.sy = c.sz = 2;
  c.mx = wrapSub(x, fx), c.my = wrapSub(y, fy), c.mz = wrapSub(z, fz);
  c.tx = cellXz, c.ty = cellY, c.tz = cellXz;
  f32 v[8]; // y fastest, then x, then z
  volume(ctx, v, &c);
  return lerp3(f32(fx) / f32(cellXz), f32(fy) / f32(cellY), f32(fz) / f32(cellXz), v[0], v[2], v[1],
               v[3], v[4], v[6], v[5], v[7]);
}

/// The packed key of a block (spec 10, 5.2).
TERRANE_FN i64 blockKey(i32 x, i32 y, i32 z) {
  return i64((u64(u32(x) & 0x3FFFFFFu) << 38) | (u64(u32(z) & 0x3FFFFFFu) << 12) |
             u64(u32(y) & 0xFFFu));
}

/// Recording of point requests (KernelJournal). A slot that answers must be one that this request
/// filled; a cell must not be read afresh twice.
TERRANE_FN void noteSlot(KernelContext *ctx, i32 cell) {
  KernelJournal *j = ctx->journal;
  if (!j)
    return;
  for (i32 i = 0; i < j->count; ++i)
    if (j->reads[i].cell == cell)
      return;
  j->unusable = 1;
}
TERRANE_FN void noteRetained(KernelContext *ctx) {
  if (ctx->journal)
    ctx->journal->unusable = 1;
}
TERRANE_FN void noteFresh(KernelContext *ctx, i32 cell, i32 x, i32 y, i32 z, f32 value) {
  KernelJournal *j = ctx->journal;
  if (!j)
    return;
  for (i32 i = 0; i < j->count; ++i)
    if (j->reads[i].cell == cell)
      j->unusable = 1;
  if (j->count == KernelJournal::maxReads)
    j->unusable = 1;
  else
    j->reads[j->count++] = {cell, x, y, z, value};
}

/// Index of a block in a volume's lattice, or -1 (spec 10, 4: indexOf). i32 arithmetic wraps.
TERRANE_FN i64 latticeIndex(const Volume &v, i32 x, i32 y, i32 z) {
  i32 rx = wrapSub(x, v.mx), ry = wrapSub(y, v.my), rz = wrapSub(z, v.mz);
  if (rx < 0 || ry < 0 || rz < 0 || rx >= wrapMul(v.sx, v.tx) || ry >= wrapMul(v.sy, v.ty) ||
      rz >= wrapMul(v.sz, v.tz) || rx % v.tx != 0 || ry % v.ty != 0 || rz % v.tz != 0)
    return -1;
  return v.index(rx / v.tx, ry / v.ty, rz / v.tz);
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_POINT_OPS_H
