//===- host_shim.h - Generated CUDA text as C++ on the CPU ----------------===//
//
// Kernel-safe. Included before a generator's CUDA text where that is compiled as C++: the engine
// `cuda-host`, which runs what the GPU would run, thread by thread. A thread's number is a
// parameter here, so any number of CPU threads may run kernels at once.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_HOST_SHIM_H
#define TERRANE_RUNTIME_CUDA_HOST_SHIM_H

#define __global__
#define __host__
#define __device__
#define __launch_bounds__(...)
#define __noinline__ __attribute__((noinline))
#define TERRANE_NODE __attribute__((noinline))
#define TERRANE_THREAD const terrane::rt::i64 terraneThread,
#define TERRANE_THREAD_NUMBER terraneThread

// Functions are qualified as on the device. Above all, large ones stay calls: inlined wherever a
// generator's text calls them, they would keep the CPU's compiler busy for minutes.
#define __CUDACC_RTC__
#include "runtime/math/base.h"
#undef __CUDACC_RTC__

#include "runtime/cuda/batch.h"
#include "runtime/cuda/biomes.h"
#include "runtime/cuda/cells.h"
#include "runtime/cuda/host_kernels.h"
#include "runtime/cuda/launch.h"
#include "runtime/cuda/narrow.h"
#include "runtime/kernel/abi.h"

namespace terrane::rt::cuda {

using StageKernel = void (*)(i64, StageArguments);
using PointKernel = void (*)(i64, PointArguments);
using CachedVolumeKernel = void (*)(i64, CachedVolumes);
using CachedPointsKernel = void (*)(i64, CachedPoints);

template <class Argument, void (*kernel)(i64, Argument)>
void runKernel(i64 thread, const void *parameter) {
  kernel(thread, *static_cast<const Argument *>(parameter));
}

/// A plan and its kernels.
struct HostPlan {
  const StagePlan *stages;
  const StageInputPlan *inputs;
  const StageKernel *kernels; ///< by stage
};

/// The values of a stage over a volume, its inputs first. Buffers come from the context's scratch
/// memory.
inline void runStage(KernelContext *ctx, const HostPlan &plan, i32 stage, const Volume &volume,
                     f32 *out) {
  const StagePlan &s = plan.stages[stage];
  StageArguments a = {};
  a.context.noises = ctx->noises;
  a.context.islands = ctx->islands;
  a.volume = volume;
  a.out = out;
  const i32 numMore = s.inputs - parameterInputs;
  StageInput *more =
      numMore > 0 ? static_cast<StageInput *>(ctx->push(ctx, numMore * i64(sizeof(StageInput))))
                  : nullptr;
  a.more = more;
  auto made = [&](i32 n) -> StageInput & {
    return n < parameterInputs ? a.inputs[n] : more[n - parameterInputs];
  };
  for (i32 n = 0; n < s.inputs; ++n) {
    const StageInputPlan &input = plan.inputs[s.firstInput + n];
    const Volume v = planInput(input, volume);
    i64 bytes = v.count() * plan.stages[input.stage].outputs * i64(sizeof(f32));
    f32 *values = static_cast<f32 *>(ctx->push(ctx, bytes));
    runStage(ctx, plan, input.stage, v, values);
    made(n) = {v, values};
  }
  // One thread more than there are points: kernels must keep within their volume.
  for (i64 thread = 0; thread <= volume.count(); ++thread)
    plan.kernels[stage](thread, a);
  for (i32 n = s.inputs; n-- > 0;)
    ctx->pop(ctx, const_cast<f32 *>(made(n).values));
  if (more)
    ctx->pop(ctx, more);
}

inline f32 runPoint(KernelContext *ctx, PointKernel kernel, i32 x, i32 y, i32 z) {
  const i32 block[3] = {x, y, z};
  f32 value = 0.0f;
  PointArguments a = {};
  a.context.noises = ctx->noises;
  a.context.islands = ctx->islands;
  a.count = 1;
  a.blocks = block;
  a.out = &value;
  for (i64 thread = 0; thread <= a.count; ++thread)
    kernel(thread, a);
  return value;
}

inline void runCachedVolume(KernelContext *ctx, CachedVolumeKernel kernel, const Volume &volume,
                            f32 *out) {
  const CachedVolumes a = {1, &ctx, &volume, &out};
  for (i64 thread = 0; thread <= a.count; ++thread)
    kernel(thread, a);
}

inline f32 runCachedPoint(KernelContext *ctx, CachedPointsKernel kernel, i32 x, i32 y, i32 z) {
  const i32 block[3] = {x, y, z};
  const i64 first[2] = {0, 1};
  f32 value = 0.0f;
  const CachedPoints a = {1, &ctx, first, block, &value};
  for (i64 thread = 0; thread <= a.count; ++thread)
    kernel(thread, a);
  return value;
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_HOST_SHIM_H
