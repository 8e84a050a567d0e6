//===- device_engine.h - The engine `cuda` --------------------------------===//
//
// Chunks in batches on a GPU: the CUDA text of a graph, compiled by NVRTC in process for the device
// at hand, and loaded through its driver (runtime/cuda/driver.h). The host's side is the module of
// the engine `cpp`, of the same graph.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_CUDA_DEVICE_ENGINE_H
#define TERRANE_TARGETS_CUDA_DEVICE_ENGINE_H

#include "compiler/diagnostics/diagnostics.h"
#include "ir/Sampler.h"
#include "runtime/cuda/batch_engine.h"
#include "runtime/cuda/driver.h"
#include "targets/cuda/nvrtc.h"
#include "targets/jit/jit.h"

#include <memory>
#include <string>

namespace terrane::cuda {

struct DeviceCode {
  std::string text;    ///< CUDA, for NVRTC
  std::string noBatch; ///< as of CudaText
};

/// Null after errors.
std::shared_ptr<const DeviceCode> emitDeviceCode(sampler::GraphOp graph, Diagnostics &diagnostics);

/// The PTX of a text for a device: of the highest architecture that NVRTC knows and that the device
/// runs. It is kept in the cache of objects (BuildOptions) under text, headers, options,
/// architecture and version of NVRTC. Without NVRTC it is what was used last on such a device.
/// Throws DeviceError::Absent where there is neither, and with NVRTC's log where that fails.
/// `fromCache`: whether nothing had to be compiled; may be null.
std::string devicePtx(const std::string &text, const rt::cuda::Driver::Gpu &gpu, const Nvrtc &nvrtc,
                      const jit::BuildOptions &options = {}, bool *fromCache = nullptr);

/// What makes chunks of a text whose `noBatch` is empty, on the device of this number. `module` is
/// that of the same graph. Driver and NVRTC are looked for when a region begins, and what is
/// missing then is a DeviceError; the PTX is kept for the next region.
rt::cuda::BatchEngineParts deviceBatches(std::shared_ptr<const DeviceCode> code,
                                         std::shared_ptr<const jit::JitModule> module, int ordinal,
                                         const jit::BuildOptions &options = {});

} // namespace terrane::cuda

#endif // TERRANE_TARGETS_CUDA_DEVICE_ENGINE_H
