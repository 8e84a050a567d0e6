//===- batch_engine.h - Regions by the batches of a device ----------------===//

#ifndef TERRANE_RUNTIME_CUDA_BATCH_ENGINE_H
#define TERRANE_RUNTIME_CUDA_BATCH_ENGINE_H

#include "runtime/chunk/premade.h"
#include "runtime/cuda/device.h"
#include "runtime/kernel/abi.h"

#include <functional>
#include <memory>
#include <string>

namespace terrane::rt::cuda {

struct BatchMemory; // pipeline.h

struct BatchEngineParts {
  /// The module that belongs to the text; `code` holds its memory.
  const KernelModule *module = nullptr;
  std::shared_ptr<const void> code;
  /// Loads the text on the device. Throws DeviceError. Called once per region.
  std::function<std::shared_ptr<Device>()> load;
  /// The most chunks of a batch; at least 1.
  i32 maxChunks = 1024;
  /// Where the device fails: the rest is left to the caller, after a warning. Otherwise the error
  /// is thrown.
  bool fallBack = false;
  /// Told what is left to the caller, and why; from any thread. May be null.
  std::function<void(const std::string &)> warn;
};

std::shared_ptr<BatchEngine> makeBatchEngine(BatchEngineParts parts);

/// What the batches of a region take. Loads the text and puts the tables of the world on the
/// device, as a region does, and nothing else. Throws DeviceError.
BatchMemory planBatches(const BatchEngineParts &parts,
                        const std::shared_ptr<const TerrainWorld> &world, const ChunkRect &area);

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_BATCH_ENGINE_H
