//===- emit.h - Sampler graphs to CUDA C++ --------------------------------===//

#ifndef TERRANE_TARGETS_CUDA_EMIT_H
#define TERRANE_TARGETS_CUDA_EMIT_H

#include "ir/Sampler.h"
#include "runtime/kernel/abi.h"

#include <optional>
#include <string>
#include <vector>

namespace terrane::cuda {

struct CudaText {
  /// The text for NVRTC (runtime/cuda/launch.h, batch.h): kernels and plan. It includes kernel-safe
  /// headers of runtime/ and nothing else. It has no kernels for contexts with cells or fields.
  std::string device;
  /// C++: the same definitions and those of cells.h, in several units under
  /// runtime/cuda/host_shim.h, for the engine cuda-host, with `terrane_host_kernels`, the
  /// HostKernels of the device's text, and a KernelModule
  /// that runs those of functions. Its entries are those of the graph on contexts without caches
  /// and fields, then, by the same order, those that heed cells and fields.
  std::vector<std::string> hostParts;
  struct Entry {
    std::string name;
    bool cells;       ///< a cache at or below it
    bool independent; ///< its values on the volume path do not depend on cells
    bool fields;      ///< a user field at or below it
  };
  std::vector<Entry> entries;
  /// Of a module made for the terrain step: why its chunks cannot be made in batches
  /// (runtime/cuda/batch.h); empty where they can, and only then the text has their kernels.
  std::string noBatch = "the module has no material rule";
};

/// The CUDA text of a graph: every entry on both paths, as a context without caches and without
/// user fields gives it, and, for the host and where those can be seen, with them. `header` becomes
/// a comment on top. The same graph gives the same text. Nothing, after an error of the module's
/// context, where the module of a terrain step has more states than a palette.
std::optional<CudaText> emitCuda(sampler::GraphOp graph, const std::vector<std::string> &header,
                                 rt::CpuLevel level);

} // namespace terrane::cuda

#endif // TERRANE_TARGETS_CUDA_EMIT_H
