//===- host_engine.h - The engine `cuda-host` -----------------------------===//
//
// The CUDA text of a graph, compiled as C++ by the in-process Clang and run on the CPU, thread by
// thread. It shows that the text is right; whether NVRTC and the device keep its arithmetic is
// another question, which the gates on the PTX and runs on a device answer.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_CUDA_HOST_ENGINE_H
#define TERRANE_TARGETS_CUDA_HOST_ENGINE_H

#include "compiler/diagnostics/diagnostics.h"
#include "ir/Sampler.h"
#include "runtime/chunk/generator.h"
#include "targets/jit/objects.h"

#include <memory>

namespace terrane::cuda {

/// Null after errors. A request that cells and fields cannot touch runs the stages of the text, as
/// a device would run them; others run its literal kernels.
std::unique_ptr<Generator> makeCudaHostGenerator(sampler::GraphOp graph, long long seed,
                                                 Diagnostics &diagnostics,
                                                 const jit::BuildOptions &options = {});

} // namespace terrane::cuda

#endif // TERRANE_TARGETS_CUDA_HOST_ENGINE_H
