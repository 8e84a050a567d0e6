//===- stage_walk.cpp - Values of entries over volumes, by stages on a device -===//

#include "runtime/cuda/stage_walk.h"

#include "runtime/cuda/upload.h"

#include <algorithm>

namespace terrane::rt::cuda {

StageTables::StageTables(Device &device) {
  GeneratorPlan plan = downloadTable<GeneratorPlan>(device, "terrane_plan").front();
  if (plan.abi != launchAbi)
    throw DeviceError(DeviceError::Absent, "the generator's text is of version " +
                                               std::to_string(plan.abi) +
                                               " of the launch interface, this runtime has " +
                                               std::to_string(launchAbi));
  entryStages = downloadTable<i32>(device, "terrane_entry_stages");
  stages = downloadTable<StagePlan>(device, "terrane_stages");
  inputs = downloadTable<StageInputPlan>(device, "terrane_stage_inputs");
  stages.resize(std::size_t(plan.stages)); // an empty table has a row all the same
  for (std::size_t s = 0; s < stages.size(); ++s) {
    std::string name = "stage_" + std::to_string(s);
    kernels.push_back(device.kernel(name));
    if (!kernels.back())
      throw DeviceError(DeviceError::Absent, "the generator's text lacks the kernel " + name);
  }
}

Device::Address StageWalk::place(i64 bytes) {
  Device::Address at = memory + u64(next);
  next += (bytes + 255) / 256 * 256;
  used = std::max(used, next);
  return at;
}

void StageWalk::restart() {
  next = 0;
  known.clear();
}

StageArguments StageWalk::arguments(i32 stage, const Volume &volume) {
  const StagePlan &plan = tables.stages[std::size_t(stage)];
  StageArguments a = {};
  a.context = context;
  a.volume = volume;
  std::vector<StageInput> inputs(static_cast<std::size_t>(plan.inputs));
  for (i32 n = 0; n < plan.inputs; ++n) {
    const StageInputPlan &input = tables.inputs[std::size_t(plan.firstInput + n)];
    StageInput &made = inputs[std::size_t(n)];
    made.volume = planInput(input, volume);
    made.values = values(input.stage, made.volume);
  }
  std::copy_n(inputs.begin(), std::min(plan.inputs, parameterInputs), a.inputs);
  if (plan.inputs > parameterInputs) {
    inputs.erase(inputs.begin(), inputs.begin() + parameterInputs);
    const i64 bytes = i64(inputs.size() * sizeof(StageInput));
    const Device::Address table = place(bytes);
    a.more = pointerAt<StageInput>(table);
    if (device) {
      uploads->push_back(std::move(inputs));
      device->upload(table, uploads->back().data(), bytes, stream);
    }
  }
  return a;
}

const f32 *StageWalk::values(i32 stage, const Volume &volume) {
  for (const Known &k : known)
    if (k.stage == stage && k.volume == volume)
      return k.values;
  StageArguments a = arguments(stage, volume);
  i64 bytes = volume.count() * tables.stages[std::size_t(stage)].outputs * i64(sizeof(f32));
  a.out = pointerAt<f32>(place(bytes));
  if (device)
    device->launch(tables.kernels[std::size_t(stage)], volume.count(), &a, i64(sizeof(a)), stream);
  known.push_back({stage, volume, a.out});
  return a.out;
}

} // namespace terrane::rt::cuda
