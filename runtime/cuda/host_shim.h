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
#define __device__
#define __noinline__ __attribute__((noinline))
#define TERRANE_THREAD const terrane::rt::i64 terraneThread,
#define TERRANE_THREAD_NUMBER terraneThread

#include "runtime/cuda/launch.h"
#include "runtime/kernel/abi.h"

namespace terrane::rt::cuda {

using StageKernel = void (*)(i64, StageArguments);
using PointKernel = void (*)(i64, PointArguments);

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
  for (i32 n = 0; n < s.inputs; ++n) {
    const StageInputPlan &input = plan.inputs[s.firstInput + n];
    const Volume v = planInput(input, volume);
    i64 bytes = v.count() * plan.stages[input.stage].outputs * i64(sizeof(f32));
    f32 *values = static_cast<f32 *>(ctx->push(ctx, bytes));
    runStage(ctx, plan, input.stage, v, values);
    a.inputs[n].volume = v;
    a.inputs[n].values = values;
  }
  // One thread more than there are points: kernels must keep within their volume.
  for (i64 thread = 0; thread <= volume.count(); ++thread)
    plan.kernels[stage](thread, a);
  for (i32 n = s.inputs; n-- > 0;)
    ctx->pop(ctx, const_cast<f32 *>(a.inputs[n].values));
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

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_HOST_SHIM_H
