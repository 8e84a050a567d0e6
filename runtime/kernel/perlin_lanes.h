//===- perlin_lanes.h - Perlin noise for 64 points ------------------------===//
//
// Kernel-safe. Two forms of spec 20, 6.3: `columnPerlin` for a column (x and z fixed, y per lane)
// and `lanePerlin` for arbitrary cells and positions per lane. Both give the bits of
// `perlinKernel`:
//
// * Hashes are bytes: every index into the permutation counts modulo 256 only, so the sums of
//   spec 20, 6.3 may wrap at 8 bits.
// * A gradient's product with (dx, dy, dz) is `(gx*dx + gz*dz) + gy*dy`. Two of the three products
//   are the component or its negation and one is a zero, so one of the two sums is exact and the
//   other the one rounding that `gradientDot` has. Signs of zeros may differ; sums of layers start
//   at +0.0 and cannot show them (spec 20, 7.3). Where a component is NaN, so is a weight.
// * The interpolation is the same in both: x first, then y, then z.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_PERLIN_LANES_H
#define TERRANE_RUNTIME_KERNEL_PERLIN_LANES_H

#include "runtime/kernel/lanes.h"
#include "runtime/noise/perlin.h"

namespace terrane::rt {

typedef u8 Bytes __attribute__((vector_size(64)));
typedef u8 BlockBytes __attribute__((vector_size(16)));

#if defined(__AVX512VBMI__) && defined(__AVX512BW__) && !defined(__CUDACC__)
#define TERRANE_BYTE_SHUFFLES 1
#endif

/// The permutation as a look-up of 64 bytes at once.
struct Permutation {
#ifdef TERRANE_BYTE_SHUFFLES
  Bytes q[4];
  TERRANE_KERNEL Permutation load(const u8 *perm) {
    Permutation p;
    __builtin_memcpy(p.q, perm, 256);
    return p;
  }
  // vpermi2b picks from 128 bytes by the low 7 bits; the top bit chooses the half.
  TERRANE_KERNEL Bytes lookup(const Permutation &p, const Bytes &index) {
    Bytes low = index, high = index;
    asm("vpermi2b %2, %1, %0" : "+v"(low) : "v"(p.q[0]), "v"(p.q[1]));
    asm("vpermi2b %2, %1, %0" : "+v"(high) : "v"(p.q[2]), "v"(p.q[3]));
    typedef i8 SignedBytes __attribute__((vector_size(64)));
    return (SignedBytes)index < 0 ? high : low;
  }
#else
  const u8 *perm;
  TERRANE_KERNEL Permutation load(const u8 *perm) { return {perm}; }
  TERRANE_KERNEL Bytes lookup(const Permutation &p, const Bytes &index) {
    alignas(64) u8 i[laneCount];
    __builtin_memcpy(i, &index, sizeof i);
    for (i32 l = 0; l < laneCount; ++l)
      i[l] = p.perm[i[l]];
    Bytes r;
    __builtin_memcpy(&r, i, sizeof r);
    return r;
  }
#endif
};

/// Picks from a table of 16 by the low 4 bits.
TERRANE_KERNEL Block pick(const Block &table, const BlockInt &index) {
#if defined(__AVX512F__) && !defined(__CUDACC__)
  Block r;
  asm("vpermps %1, %2, %0" : "=v"(r) : "v"(table), "v"(index));
  return r;
#else
  Block r;
  for (i32 l = 0; l < blockLanes; ++l)
    r[l] = table[index[l] & 15];
  return r;
#endif
}

/// The gradients of spec 20, 5.3 by component.
constexpr Block gradientX = {1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0, 1, 0, -1, 0};
constexpr Block gradientY = {1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1};
constexpr Block gradientZ = {0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1, 0, 1, 0, -1};

TERRANE_KERNEL Block smoothstepBlock(const Block &t) {
  return ((t * t) * t) * (t * (t * 6.0f - 15.0f) + 10.0f);
}
TERRANE_KERNEL Block lerpBlock(const Block &t, const Block &a, const Block &b) {
  return a + t * (b - a);
}
TERRANE_KERNEL Block lerpBlock(f32 t, const Block &a, const Block &b) {
  return a + t * (b - a);
}

TERRANE_KERNEL Block loadBlock(const f32 *p) {
  Block v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
TERRANE_KERNEL BlockInt widen(const u8 *p) {
  BlockBytes b;
  __builtin_memcpy(&b, p, sizeof b);
  return __builtin_convertvector(b, BlockInt);
}

/// The eight corner hashes of 64 points; order: bit 2 x, bit 1 y, bit 0 z.
struct CornerHashes {
  alignas(64) u8 corner[8][laneCount];
};

/// `x0`, `x1`: the permutation of the x cell and the next; `y`, `z`: cells.
TERRANE_KERNEL void cornerHashes(CornerHashes &out, const Permutation &p, const Bytes &x0,
                                 const Bytes &x1, const Bytes &y, const Bytes &z) {
  Bytes h[4] = {Permutation::lookup(p, x0 + y), Permutation::lookup(p, x0 + y + (u8)1),
                Permutation::lookup(p, x1 + y), Permutation::lookup(p, x1 + y + (u8)1)};
#pragma GCC unroll 4
  for (i32 xy = 0; xy < 4; ++xy)
#pragma GCC unroll 2
    for (i32 c = 0; c < 2; ++c) {
      Bytes g = Permutation::lookup(p, h[xy] + z + (u8)c);
      __builtin_memcpy(out.corner[xy * 2 + c], &g, sizeof g);
    }
}

TERRANE_KERNEL Bytes splatByte(u8 v) {
  Bytes zero = {};
  return zero + v;
}

/// One layer in one column: adds `amplitude * value` to `sum`, in the blocks of `active`. `y`, `ry`
/// and `wy` point to 64 cells, positions and interpolation weights.
TERRANE_KERNEL void columnPerlin(f32 *sum, u32 active, const u8 *perm, f32 amplitude, i32 cellX,
                                 f32 rx, f32 wx, i32 cellZ, f32 rz, f32 wz, const u8 *y,
                                 const f32 *ry, const f32 *wy) {
  Permutation p = Permutation::load(perm);
  Bytes cells;
  __builtin_memcpy(&cells, y, sizeof cells);
  CornerHashes hash;
  cornerHashes(hash, p, splatByte(perm[cellX & 255]), splatByte(perm[(cellX + 1) & 255]), cells,
               splatByte((u8)cellZ));
  // x and z are the same for the whole column, so their part of a product depends on the gradient
  // alone: a table of 16 for each side.
  Block side[4];
  for (i32 a = 0; a < 2; ++a)
    for (i32 c = 0; c < 2; ++c)
      side[a * 2 + c] = gradientX * (a ? rx - 1.0f : rx) + gradientZ * (c ? rz - 1.0f : rz);
  for (i32 b = 0; b < blocksPerRow; ++b) {
    if (!(active >> b & 1))
      continue;
    i32 l = b * blockLanes;
    Block dy[2] = {loadBlock(ry + l), loadBlock(ry + l) - 1.0f}, d[8];
#pragma GCC unroll 8
    for (i32 corner = 0; corner < 8; ++corner) {
      BlockInt g = widen(hash.corner[corner] + l);
      d[corner] = pick(side[(corner >> 2) * 2 + (corner & 1)], g) +
                  pick(gradientY, g) * dy[corner >> 1 & 1];
    }
    Block ty = loadBlock(wy + l);
    Block low = lerpBlock(ty, lerpBlock(wx, d[0], d[4]), lerpBlock(wx, d[2], d[6]));
    Block high = lerpBlock(ty, lerpBlock(wx, d[1], d[5]), lerpBlock(wx, d[3], d[7]));
    Block value = loadBlock(sum + l) + amplitude * lerpBlock(wz, low, high);
    __builtin_memcpy(sum + l, &value, sizeof value);
  }
}

/// One layer at 64 arbitrary points, by their cells (modulo 256) and positions; `ty` is what the y
/// weight is made from. Adds `amplitude * value` to `sum` in the blocks of `active`.
static inline __attribute__((noinline)) void
lanePerlin(f32 *sum, u32 active, const u8 *perm, f32 amplitude, const u8 *cellX, const u8 *cellY,
           const u8 *cellZ, const f32 *rx, const f32 *ry, const f32 *rz, const f32 *ty) {
  Permutation p = Permutation::load(perm);
  Bytes x, y, z;
  __builtin_memcpy(&x, cellX, sizeof x);
  __builtin_memcpy(&y, cellY, sizeof y);
  __builtin_memcpy(&z, cellZ, sizeof z);
  CornerHashes hash;
  cornerHashes(hash, p, Permutation::lookup(p, x), Permutation::lookup(p, x + (u8)1), y, z);
  for (i32 b = 0; b < blocksPerRow; ++b) {
    if (!(active >> b & 1))
      continue;
    i32 l = b * blockLanes;
    Block x0 = loadBlock(rx + l), y0 = loadBlock(ry + l), z0 = loadBlock(rz + l), d[8];
    Block dx[2] = {x0, x0 - 1.0f}, dy[2] = {y0, y0 - 1.0f}, dz[2] = {z0, z0 - 1.0f};
#pragma GCC unroll 8
    for (i32 corner = 0; corner < 8; ++corner) {
      BlockInt g = widen(hash.corner[corner] + l);
      d[corner] = (pick(gradientX, g) * dx[corner >> 2] + pick(gradientZ, g) * dz[corner & 1]) +
                  pick(gradientY, g) * dy[corner >> 1 & 1];
    }
    Block wx = smoothstepBlock(x0), wy = smoothstepBlock(loadBlock(ty + l)),
          wz = smoothstepBlock(z0);
    Block low = lerpBlock(wy, lerpBlock(wx, d[0], d[4]), lerpBlock(wx, d[2], d[6]));
    Block high = lerpBlock(wy, lerpBlock(wx, d[1], d[5]), lerpBlock(wx, d[3], d[7]));
    Block value = loadBlock(sum + l) + amplitude * lerpBlock(wz, low, high);
    __builtin_memcpy(sum + l, &value, sizeof value);
  }
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_PERLIN_LANES_H
