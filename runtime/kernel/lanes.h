//===- lanes.h - Values of 64 lattice points at once ----------------------===//
//
// Kernel-safe. Volume kernels hold a value as `Lanes`: 64 consecutive points of a column (or of a
// flat volume). Every lane is computed by the operations a single point would take, each rounded on
// its own, so lanes have the bits of the scalar form. Vector types are those of GCC and Clang; the
// compiler splits them into whatever registers the CPU level has.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_LANES_H
#define TERRANE_RUNTIME_KERNEL_LANES_H

#include "runtime/math/java.h"

namespace terrane::rt {

constexpr i32 laneCount = 64;
/// Lanes are active or not in blocks of 16: what is expensive skips blocks that nobody needs.
constexpr i32 blockLanes = 16, blocksPerRow = laneCount / blockLanes;

typedef f32 Lanes __attribute__((vector_size(256)));
typedef i32 Mask __attribute__((vector_size(256))); ///< 0 or -1 per lane
typedef f32 Block __attribute__((vector_size(64)));
typedef i32 BlockInt __attribute__((vector_size(64)));

#define TERRANE_KERNEL static inline __attribute__((always_inline))

/// A value in every lane, the sign of zero kept.
TERRANE_KERNEL Lanes broadcast(f32 v) {
  Mask bits = {};
  bits = bits | __builtin_bit_cast(i32, v);
  return (Lanes)bits;
}

TERRANE_KERNEL Lanes loadLanes(const f32 *p) {
  Lanes v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

/// The first `n` values; the rest of the lanes hold zeros.
TERRANE_KERNEL Lanes loadLanes(const f32 *p, i32 n) {
  if (n == laneCount)
    return loadLanes(p);
  alignas(64) f32 a[laneCount] = {};
  __builtin_memcpy(a, p, u64(n) * sizeof(f32));
  return loadLanes(a);
}

TERRANE_KERNEL void storeLanes(f32 *p, const Lanes &v, i32 n) {
  if (n == laneCount)
    __builtin_memcpy(p, &v, sizeof v);
  else
    __builtin_memcpy(p, &v, u64(n) * sizeof(f32));
}

/// The lanes below `n`.
TERRANE_KERNEL Mask firstLanes(i32 n) {
  alignas(64) i32 a[laneCount];
  for (i32 l = 0; l < laneCount; ++l)
    a[l] = l < n ? -1 : 0;
  Mask m;
  __builtin_memcpy(&m, a, sizeof m);
  return m;
}

/// Which blocks have an active lane: bit b for lanes 16 b to 16 b + 15.
TERRANE_KERNEL u32 activeBlocks(const Mask &m) {
  alignas(64) i32 a[laneCount];
  __builtin_memcpy(a, &m, sizeof m);
  u32 active = 0;
  for (i32 b = 0; b < blocksPerRow; ++b) {
    i32 any = 0;
    for (i32 l = 0; l < blockLanes; ++l)
      any |= a[b * blockLanes + l];
    active |= any ? 1u << b : 0u;
  }
  return active;
}

/// `notZero` and `notOne` of point_ops.h in every lane.
TERRANE_KERNEL Mask notZero(const Lanes &v) {
  return v != 0.0f; // exact: either zero is the start of a lerp
}
TERRANE_KERNEL Mask notOne(const Lanes &v) {
  return v != 1.0f; // exact: clamped values meet the end
}

TERRANE_KERNEL Lanes select(const Mask &m, const Lanes &a, const Lanes &b) {
  return m ? a : b;
}

/// A function of one to three points in every lane. `f` is inlined; its loop is what the compiler
/// vectorises.
template <typename F> TERRANE_KERNEL Lanes map(const Lanes &a, F &&f) {
  alignas(64) f32 x[laneCount];
  __builtin_memcpy(x, &a, sizeof x);
  for (i32 l = 0; l < laneCount; ++l)
    x[l] = f(x[l]);
  return loadLanes(x);
}
template <typename F> TERRANE_KERNEL Lanes map(const Lanes &a, const Lanes &b, F &&f) {
  alignas(64) f32 x[laneCount], y[laneCount];
  __builtin_memcpy(x, &a, sizeof x);
  __builtin_memcpy(y, &b, sizeof y);
  for (i32 l = 0; l < laneCount; ++l)
    x[l] = f(x[l], y[l]);
  return loadLanes(x);
}
template <typename F>
TERRANE_KERNEL Lanes map(const Lanes &a, const Lanes &b, const Lanes &c, F &&f) {
  alignas(64) f32 x[laneCount], y[laneCount], z[laneCount];
  __builtin_memcpy(x, &a, sizeof x);
  __builtin_memcpy(y, &b, sizeof y);
  __builtin_memcpy(z, &c, sizeof z);
  for (i32 l = 0; l < laneCount; ++l)
    x[l] = f(x[l], y[l], z[l]);
  return loadLanes(x);
}
/// `f(lane)` for the first `n` lanes, zero in the others.
template <typename F> TERRANE_KERNEL Lanes eachLane(i32 n, F &&f) {
  alignas(64) f32 x[laneCount] = {};
  for (i32 l = 0; l < n; ++l)
    x[l] = f(l);
  return loadLanes(x);
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_LANES_H
