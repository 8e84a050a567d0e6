//===- noise_lanes.h - Noise nodes in volume kernels ----------------------===//
//
// Kernel-safe. The f64 part of a plain noise (scale, wrap, offset, floor, fraction, weight) depends
// on one axis only: `AxisTable` holds it per coordinate of a lattice, built once per kernel call.
// What remains per point is f32 and bytes. Coordinates are computed by the operations of spec 20,
// 6.2 and 7.2 in their order, whichever way the loops run.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_NOISE_LANES_H
#define TERRANE_RUNTIME_KERNEL_NOISE_LANES_H

#include "runtime/chunk/volume.h"
#include "runtime/kernel/abi.h"
#include "runtime/kernel/perlin_lanes.h"

namespace terrane::rt {

/// Rounded up so that whole rows of lanes can be loaded.
TERRANE_FN i64 padded(i64 n) {
  return (n + laneCount - 1) / laneCount * laneCount;
}
TERRANE_FN i64 floatBytes(i64 n) {
  return padded(n) * i64(sizeof(f32));
}

/// Memory of a kernel call; released when it goes out of scope.
struct Scratch {
  KernelContext *context;
  void *memory;
  u8 *next;
  TERRANE_KERNEL Scratch open(KernelContext *context, i64 bytes) {
    void *m = context->push(context, bytes);
    return {context, m, static_cast<u8 *>(m)};
  }
  ~Scratch() { context->pop(context, memory); }
  f32 *floats(i64 n) {
    f32 *p = reinterpret_cast<f32 *>(next);
    next += floatBytes(n);
    return p;
  }
  u8 *bytes(i64 n) {
    u8 *p = next;
    next += (n + 63) / 64 * 64;
    return p;
  }
};

/// A coordinate within a lattice cell: cell, position, weight; `n` entries, padded.
struct AxisTable {
  i32 *cell;
  u8 *byteCell;
  f32 *rest;   ///< for the gradients
  f32 *weight; ///< for the interpolation

  TERRANE_FN static i64 size(i64 n) { return 3 * floatBytes(n) + padded(n); }
  void take(Scratch &scratch, i64 n) {
    cell = reinterpret_cast<i32 *>(scratch.floats(n));
    rest = scratch.floats(n);
    weight = scratch.floats(n);
    byteCell = scratch.bytes(padded(n));
  }
};

constexpr f64 wrapLimit = 0x1.fffffffffffffp+23;

/// Entries of an axis: block `min + i * step` times `scale`, for i < n (rounded up to 8). The
/// common case, no coordinate beyond the wrap, is written without branches so that it vectorises;
/// a lattice that has one takes the plain form for all.
static inline __attribute__((noinline)) void fillAxis(const AxisTable &t, i32 n, i32 min, i32 step,
                                                      f64 scale, f64 offset, f64 smear) {
  // The bound also covers entries beyond n that are computed only to fill a register.
  f64 first = f64(min) * scale, last = f64(i64(min) + i64(step) * (n + 7)) * scale;
  bool plain = first > -wrapLimit && first < wrapLimit && last > -wrapLimit && last < wrapLimit &&
               // exact: no smear is stored as 0
               i64(min) + i64(step) * (n + 7) <= 0x7FFFFFFF && smear == 0.0;
  if (plain) {
    for (i32 i = 0; i < n; ++i) {
      f64 c = f64(min + i * step) * scale + offset; // exact: `plain` bounds it
      i32 cell = i32(c);                            // exact: |c| is below 2^24 + 256
      cell = cell - i32(f64(cell) > c);
      f32 r = f32(c - f64(cell));
      t.cell[i] = cell;
      t.rest[i] = r;
      t.weight[i] = smoothstep(r);
    }
  } else {
    for (i32 i = 0; i < n; ++i) {
      f64 raw = f64(wrapAdd(min, wrapMul(i, step))) * scale;
      LatticeAxis a = latticeAxis(wrapCoordinate(raw), offset);
      f64 q = 0.0;
      if (smear != 0.0) { // exact: no smear is stored as 0
        f64 limit = raw >= 0.0 && raw < a.rest ? raw : a.rest;
        q = f64(floorI(limit / smear + f64(1.0E-7f))) * smear;
      }
      t.cell[i] = a.cell;
      // Without smear the rest itself: r - 0 is r, and the sign of a zero cannot be seen.
      t.rest[i] = f32(a.rest - q);
      t.weight[i] = smoothstep(f32(a.rest));
    }
  }
  for (i32 i = 0; i < n; ++i)
    t.byteCell[i] = u8(t.cell[i]);
}

/// A plain noise over a lattice whose lanes run along y.
struct ColumnNoise {
  NoiseStack stack;
  AxisTable *x, *y, *z; ///< per layer

  TERRANE_FN static i64 size(NoiseStack stack, const Volume &v) {
    return stack.count * (AxisTable::size(v.sx) + AxisTable::size(v.sy) + AxisTable::size(v.sz) +
                          3 * i64(sizeof(AxisTable))) +
           3 * 64;
  }
  static inline __attribute__((noinline)) ColumnNoise open(Scratch &scratch, NoiseStack stack,
                                                           const Volume &v, f64 xzScale,
                                                           f64 yScale) {
    ColumnNoise c;
    c.stack = stack;
    i64 tables = i64(stack.count) * i64(sizeof(AxisTable));
    c.x = reinterpret_cast<AxisTable *>(scratch.bytes(tables));
    c.y = reinterpret_cast<AxisTable *>(scratch.bytes(tables));
    c.z = reinterpret_cast<AxisTable *>(scratch.bytes(tables));
    for (i32 l = 0; l < stack.count; ++l) {
      const NoiseLayer &layer = stack.layers[l];
      f64 xz = xzScale * layer.frequency, ys = yScale * layer.frequency;
      c.x[l].take(scratch, v.sx);
      c.y[l].take(scratch, v.sy);
      c.z[l].take(scratch, v.sz);
      fillAxis(c.x[l], v.sx, v.mx, v.tx, xz, layer.table.ox, 0.0);
      fillAxis(c.y[l], v.sy, v.my, v.ty, ys, layer.table.oy, layer.smear);
      fillAxis(c.z[l], v.sz, v.mz, v.tz, xz, layer.table.oz, 0.0);
    }
    return c;
  }
};

/// The noise at lanes j .. j + 63 of column (i, k), in the blocks of `active`; others hold +0.0.
static inline __attribute__((noinline)) void columnNoise(f32 *out, const ColumnNoise &n, i32 i,
                                                         i32 k, i32 j, u32 active) {
  for (i32 l = 0; l < laneCount; ++l)
    out[l] = 0.0f;
  if (!active)
    return;
  for (i32 l = 0; l < n.stack.count; ++l) {
    const AxisTable &x = n.x[l], &y = n.y[l], &z = n.z[l];
    columnPerlin(out, active, n.stack.layers[l].table.perm, n.stack.layers[l].amplitude, x.cell[i],
                 x.rest[i], x.weight[i], z.cell[k], z.rest[k], z.weight[k], y.byteCell + j,
                 y.rest + j, y.weight + j);
  }
}

/// Cells and positions of 64 coordinates that have the layer's frequency in them.
static inline __attribute__((noinline)) void laneAxis(u8 *cell, f32 *rest, const f64 *coordinate,
                                                      f64 offset) {
  i32 outside = 0;
  for (i32 l = 0; l < laneCount; ++l)
    outside |= !(coordinate[l] >= -wrapLimit && coordinate[l] < wrapLimit);
  if (!outside) {
    for (i32 l = 0; l < laneCount; ++l) {
      f64 c = coordinate[l] + offset;
      i32 i = i32(c); // exact: |c| <= wrapLimit + 256
      i = i - i32(f64(i) > c);
      cell[l] = u8(i);
      rest[l] = f32(c - f64(i));
    }
    return;
  }
  for (i32 l = 0; l < laneCount; ++l) {
    LatticeAxis a = latticeAxis(wrapCoordinate(coordinate[l]), offset);
    cell[l] = u8(a.cell);
    rest[l] = f32(a.rest);
  }
}

/// A stack at 64 positions, before frequencies: `position * scale-with-frequency` is given by
/// `frequency(layer)`, so that both associations (spec 20, 7.1 and 7.2) go through here.
/// `X`, `Y`, `Z`: 64 f64 each. Point form: values are coordinates, multiplied by the frequency.
static inline __attribute__((noinline)) void laneNoise(f32 *out, NoiseStack stack, const f64 *x,
                                                       const f64 *y, const f64 *z, f64 xzScale,
                                                       f64 yScale, bool scaled, f32 amplitude,
                                                       u32 active) {
  for (i32 l = 0; l < laneCount; ++l)
    out[l] = 0.0f;
  if (!active)
    return;
  alignas(64) f64 cx[laneCount], cy[laneCount], cz[laneCount];
  alignas(64) f32 rx[laneCount], ry[laneCount], rz[laneCount];
  alignas(64) u8 ix[laneCount], iy[laneCount], iz[laneCount];
  for (i32 n = 0; n < stack.count; ++n) {
    const NoiseLayer &layer = stack.layers[n];
    // Volume form: block * (scale * frequency). Point form: coordinate * frequency.
    f64 fxz = scaled ? xzScale * layer.frequency : layer.frequency;
    f64 fy = scaled ? yScale * layer.frequency : layer.frequency;
    f32 layerAmplitude = amplitude * layer.amplitude;
    for (i32 l = 0; l < laneCount; ++l) {
      cx[l] = x[l] * fxz;
      cy[l] = y[l] * fy;
      cz[l] = z[l] * fxz;
    }
    if (layer.smear != 0.0) { // exact: no smear is stored as 0
      for (i32 l = 0; l < laneCount; ++l)
        out[l] = out[l] + layerAmplitude * layerGet(layer, cx[l], cy[l], cz[l]);
      continue;
    }
    laneAxis(ix, rx, cx, layer.table.ox);
    laneAxis(iy, ry, cy, layer.table.oy);
    laneAxis(iz, rz, cz, layer.table.oz);
    lanePerlin(out, active, layer.table.perm, layerAmplitude, ix, iy, iz, rx, ry, rz, ry);
  }
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_NOISE_LANES_H
