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
#include "runtime/cuda/batch_engine.h"
#include "targets/cuda/emit.h"
#include "targets/jit/jit.h"

#include <memory>

namespace terrane::cuda {

/// The text of a graph as code of this process. Shared by the worlds and engines made of it.
struct HostCode {
  std::shared_ptr<jit::JitModule> code;
  std::vector<CudaText::Entry> entries;
  std::string noBatch; ///< as of CudaText
};

/// Null after errors.
std::shared_ptr<const HostCode> loadHostCode(sampler::GraphOp graph, Diagnostics &diagnostics,
                                             const jit::BuildOptions &options = {});

/// What makes chunks in batches by the text's kernels, where HostCode::noBatch is empty.
rt::cuda::BatchEngineParts hostBatches(std::shared_ptr<const HostCode> code, unsigned threads);

/// Null after errors. A request that cells and fields cannot touch runs the stages of the text, as
/// a device would run them; others run its literal kernels.
std::unique_ptr<Generator> makeCudaHostGenerator(std::shared_ptr<const HostCode> code,
                                                 long long seed, Diagnostics &diagnostics);

} // namespace terrane::cuda

#endif // TERRANE_TARGETS_CUDA_HOST_ENGINE_H
