//===- cells.h - Requests on sampler contexts with cells, by kernels ------===//
//
// Kernel-safe, for the CPU and the GPU; but the text for devices has no such kernels, since nothing
// launches them there and they take the longest to compile. Where caches can be seen (spec
// 10, 5.5), and where there are user fields, generated CUDA text evaluates requests literally on a
// KernelContext with cells, one thread per sampler context, each request after the one before it:
//
//   cached_volume_E  entry E over volumes, a CachedVolumes
//   cached_points_E  entry E at lists of blocks, a CachedPoints
//
// Volume requests whose values no cell can change need no such kernel for their values (stages give
// them), but for what they do to cells, if points of the context are asked for later.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_CELLS_H
#define TERRANE_RUNTIME_CUDA_CELLS_H

#include "runtime/cuda/launch.h"
#include "runtime/kernel/abi.h"

// NVRTC has the function, but not by this name.
#if defined(__CUDACC_RTC__)
#define __builtin_memcpy memcpy
#endif

namespace terrane::rt::cuda {

/// The text of these kernels takes this many bytes of scratch memory for `n` values.
TERRANE_FN i64 floatBytes(i64 n) {
  return (n + 15) / 16 * 64;
}

/// Scratch memory of a function of the text; it is released in reverse.
struct Scratch {
  KernelContext *context;
  void *memory;
  u8 *next;

  TERRANE_FN static Scratch open(KernelContext *context, i64 bytes) {
    void *m = context->push(context, bytes);
    return {context, m, static_cast<u8 *>(m)};
  }
  TERRANE_FN ~Scratch() { context->pop(context, memory); }
  TERRANE_FN f32 *floats(i64 n) {
    f32 *p = reinterpret_cast<f32 *>(next);
    next += floatBytes(n);
    return p;
  }
};

/// All values of an interpolated request, in its index order, from those of its corners.
TERRANE_FN void interpolateVolume(f32 *out, const Interpolation &p, const f32 *corners) {
  const Volume &v = p.volume;
  for (i32 k = 0; k < v.sz; ++k)
    for (i32 i = 0; i < v.sx; ++i)
      for (i32 j = 0; j < v.sy; ++j)
        *out++ = interpolationAt(p, i, j, k, [&](i32 ci, i32 cj, i32 ck) {
          return corners[p.corners.index(ci, cj, ck)];
        });
}

/// A volume request on each of `count` contexts.
struct CachedVolumes {
  i64 count; ///< at least as many threads
  KernelContext *const *contexts;
  const Volume *volumes;
  f32 *const *out; ///< volume.count() values each, in the volume's index order
};

/// Point requests on each of `count` contexts, one after the other in a context.
struct CachedPoints {
  i64 count; ///< at least as many threads
  KernelContext *const *contexts;
  const i64 *first; ///< count + 1 numbers: the points of context n are first[n] .. first[n + 1] - 1
  const i32 *blocks; ///< x, y, z of each point
  f32 *out;          ///< one value per point
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_CELLS_H
