//===- launch.h - What generated CUDA code and its host agree on ----------===//
//
// Kernel-safe, for the CPU and the GPU. A generator's CUDA text has, for each *stage*, a kernel
// with one thread per lattice point, and for each entry a kernel with one thread per block.
//
// A stage computes a set of nodes over one volume, on the volume path of a context without caches
// and without user fields. Below it lie the volumes that its slices and interpolations ask for
// (spec 11, 15 and 16): its *inputs*, each with a stage of its own that must have run before. So
// the values of an entry over a volume are a walk over a tree of stages, inputs first; `planInput`
// says over which volume. The plan is part of the text, as tables of whole numbers without
// pointers: a host reads them from the loaded PTX by their names,
//
//   terrane_plan          GeneratorPlan
//   terrane_entry_stages  i32 per entry: its stage
//   terrane_stages        StagePlan per stage
//   terrane_stage_inputs  StageInputPlan per input of a stage, stage by stage
//
// and calls the kernels `stage_S` with a StageArguments and `point_entry_E` with a PointArguments.
// Noises are numbered as in the bundle's manifest.
//
// What such a context cannot show (caches that are observable, user fields) has kernels of its own,
// which only the CPU runs: see cells.h.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_LAUNCH_H
#define TERRANE_RUNTIME_CUDA_LAUNCH_H

#include "runtime/cuda/splines.h"
#include "runtime/kernel/point_ops.h"
#include "runtime/kernel/volumes.h"

// A thread's number in its launch: of the hardware here, a parameter in host_shim.h.
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
// TERRANE_NODE: a function of the text. Calls of it stay calls: an interpolation asks the node
// below it eight times, and they may be nested.
#define TERRANE_NODE static __device__ __noinline__
#define TERRANE_THREAD
#define TERRANE_THREAD_NUMBER (terrane::rt::i64(blockIdx.x) * blockDim.x + threadIdx.x)
#endif

namespace terrane::rt::cuda {

constexpr u32 launchAbi = 3;
/// A launch has blocks of so many threads, and a multiprocessor has room for so many blocks at
/// least: 65,536 registers then leave a thread 168. With more, fewer warps hide each other's
/// waiting; with room for four blocks fill_columns would spill.
constexpr i32 threadsPerBlock = 128, blocksPerMultiprocessor = 3;
/// So many inputs of a stage lie in its kernel's parameter, which is limited to 4 KB and is read
/// without a detour; few stages have more.
constexpr i32 parameterInputs = 24;

/// What device code sees of a sampler context. All pointers here and below are the device's.
struct DeviceContext {
  const NoiseStack *noises; ///< in the manifest's order; the layers lie on the device, too
  const SimplexTable *islands;
};

TERRANE_FN void noteVolume(const DeviceContext *) {} // there are no cells

/// The values of a stage over `volume`: output o at `values + o * volume.count()`, each in the
/// volume's index order.
struct StageInput {
  Volume volume;
  const f32 *values;
};

struct StageArguments {
  DeviceContext context;
  Volume volume; ///< at least `volume.count()` threads
  f32 *out;      ///< StagePlan::outputs times `volume.count()` values, laid out as a StageInput
  StageInput inputs[parameterInputs];
  const StageInput *more; ///< input `parameterInputs` and those behind it; null where none are
};
static_assert(sizeof(StageArguments) <= 4096, "kernel parameters are limited to 4 KB");

struct PointArguments {
  DeviceContext context;
  i64 count;         ///< of blocks; at least as many threads
  const i32 *blocks; ///< x, y, z of each
  f32 *out;          ///< one value per block
};

struct GeneratorPlan {
  u32 abi; ///< launchAbi
  i32 entries, stages, stageInputs, noises;
};

struct StagePlan {
  i32 outputs;
  i32 firstInput, inputs; ///< in terrane_stage_inputs
};

struct StageInputPlan {
  enum Kind : i32 { Slice, Corners };
  i32 stage; ///< that gives the input
  i32 kind;
  i32 axes, x, y, z; ///< Slice: as of sliceVolume
  i32 cellXz, cellY; ///< Corners
};

/// The volume of an input of a stage over `v`.
TERRANE_FN Volume planInput(const StageInputPlan &input, const Volume &v) {
  return input.kind == StageInputPlan::Slice
             ? sliceVolume(v, input.axes, input.x, input.y, input.z)
             : interpolationOf(v, input.cellXz, input.cellY).corners;
}

/// The lattice point of a stage's thread: x fastest, then z, then y. Neighbours in x and z choose
/// the same branches more often than neighbours in y, which lie above and below the ground, so more
/// lanes of a warp work at once. Values keep the volume's own order.
struct LatticePoint {
  i32 i, j, k;
};
TERRANE_FN LatticePoint latticePoint(i64 thread, const Volume &v) {
  const i64 row = thread / v.sx;
  return {i32(thread - row * v.sx), i32(row / v.sz), i32(row % v.sz)};
}

/// What a stage reads of its inputs: a slice's value at (i, j, k), 0 on the axes that are cut ...
TERRANE_FN f32 readSlice(const StageInput &input, i32 output, i32 i, i32 j, i32 k) {
  const Volume &v = input.volume;
  return input.values[output * v.count() + v.index(i, j, k)];
}

/// ... and an interpolation at the lattice point (i, j, k) of the stage's volume `v`.
TERRANE_FN f32 readCorners(const StageInput &input, i32 output, const Volume &v, i32 cellXz,
                           i32 cellY, i32 i, i32 j, i32 k) {
  const f32 *values = input.values + output * input.volume.count();
  return interpolationAt(interpolationOf(v, cellXz, cellY), i, j, k, [&](i32 ci, i32 cj, i32 ck) {
    return values[input.volume.index(ci, cj, ck)];
  });
}

/// An interpolation without a stage below it: `at(ctx, volume, i, j, k)` is the input's value at a
/// lattice point of a volume.
template <typename Context, typename At>
TERRANE_FN f32 interpolatedAt(Context *ctx, const Volume &v, i32 i, i32 j, i32 k, i32 cellXz,
                              i32 cellY, At &&at) {
  const Interpolation p = interpolationOf(v, cellXz, cellY);
  return interpolationAt(p, i, j, k,
                         [&](i32 ci, i32 cj, i32 ck) { return at(ctx, p.corners, ci, cj, ck); });
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_LAUNCH_H
