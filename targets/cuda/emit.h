//===- emit.h - Sampler graphs to CUDA C++ --------------------------------===//

#ifndef TERRANE_TARGETS_CUDA_EMIT_H
#define TERRANE_TARGETS_CUDA_EMIT_H

#include "compiler/diagnostics/diagnostics.h"
#include "ir/Sampler.h"
#include "runtime/kernel/abi.h"

#include <optional>
#include <string>
#include <vector>

namespace terrane::cuda {

struct CudaText {
  /// The text for NVRTC (runtime/cuda/launch.h): kernels and plan. It includes kernel-safe headers
  /// of runtime/ and nothing else.
  std::string device;
  /// C++ that goes behind `device` and under runtime/cuda/host_shim.h: a KernelModule that runs it
  /// on the CPU.
  std::string hostModule;
  /// By entry, why a request on a context with caches could be seen to differ from one without;
  /// empty where it cannot. The text knows no caches.
  struct Entry {
    std::string name;
    std::string cachedVolumes, cachedPoints;
  };
  std::vector<Entry> entries;

  /// The one translation unit of the engine cuda-host.
  std::string hostText() const {
    return "#include \"runtime/cuda/host_shim.h\"\n\n" + device + "\n" + hostModule;
  }
};

/// The CUDA text of a graph: every entry on both paths, as a context without caches and without
/// user fields gives it. `header` becomes a comment on top. The same graph gives the same text.
/// Nothing, after an error, where a stage has more inputs than a kernel takes.
std::optional<CudaText> emitCuda(sampler::GraphOp graph, const std::vector<std::string> &header,
                                 rt::CpuLevel level, Diagnostics &diagnostics);

} // namespace terrane::cuda

#endif // TERRANE_TARGETS_CUDA_EMIT_H
