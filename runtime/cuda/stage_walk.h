//===- stage_walk.h - Values of entries over volumes, by stages on a device -===//

#ifndef TERRANE_RUNTIME_CUDA_STAGE_WALK_H
#define TERRANE_RUNTIME_CUDA_STAGE_WALK_H

#include "runtime/cuda/device.h"
#include "runtime/cuda/launch.h"

#include <vector>

namespace terrane::rt::cuda {

/// The tables of a text (launch.h), read from the device. Immutable.
struct StageTables {
  /// Throws DeviceError, also where the text is of another version of launch.h.
  explicit StageTables(Device &device);

  std::vector<i32> entryStages;
  std::vector<StagePlan> stages;
  std::vector<StageInputPlan> inputs;
  std::vector<Device::Kernel> kernels; ///< by stage
};

/// Tables of inputs on their way to the device (StageArguments::more). To be kept until the stream
/// is synchronized.
using StageUploads = std::vector<std::vector<StageInput>>;

/// Gives values of stages a place in a piece of memory and launches what computes them. A stage
/// over a volume is computed once. Without a device it only plans: addresses then mean nothing, and
/// `uploads`, which the walk adds to, may be null.
class StageWalk {
public:
  /// `memory` has room for what the same walk, planned, says; aligned as Device::allocate.
  StageWalk(const StageTables &tables, const DeviceContext &context, Device *device,
            Device::Address memory, int stream, StageUploads *uploads)
      : tables(tables), context(context), device(device), memory(memory), stream(stream),
        uploads(uploads) {}

  /// The values of a stage over a volume, laid out as StageInput::values.
  const f32 *values(i32 stage, const Volume &volume);
  /// What the kernel of a stage takes, its inputs computed. `out` is null.
  StageArguments arguments(i32 stage, const Volume &volume);
  /// A place for other things, aligned to 256 bytes.
  Device::Address place(i64 bytes);

  i64 bytes() const { return used; }
  /// Forgets all, for other values in the same memory; bytes() stays the most that was used.
  void restart();

private:
  struct Known {
    i32 stage;
    Volume volume;
    const f32 *values;
  };

  const StageTables &tables;
  DeviceContext context;
  Device *device;
  Device::Address memory;
  int stream;
  StageUploads *uploads;
  i64 next = 0, used = 0;
  std::vector<Known> known;
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_STAGE_WALK_H
