//===- text_check.cpp - Whether a text and a module belong together -------===//

#include "runtime/cuda/text_check.h"

#include "runtime/cuda/launch.h"
#include "runtime/cuda/upload.h"

namespace terrane::rt::cuda {

u64 NamesHash::of(const KernelModule &module, i32 numEntries) {
  const char *const kinds[] = {"Density", "BlendedLow", "BlendedHigh", "BlendedMain", "Material"};
  NamesHash names;
  for (i32 i = 0; i < numEntries; ++i)
    names.add(module.entries[i].name);
  for (i32 i = 0; i < module.numNoises; ++i) {
    const KernelNoise &noise = module.noises[i];
    names.add(kinds[noise.kind]);
    names.add(noise.id ? noise.id : "");
  }
  return names.value();
}

void checkText(Device &device, const KernelModule &module) {
  std::vector<u8> why = downloadTable<u8>(device, "terrane_no_batch");
  why.push_back(0);
  if (why.front())
    throw DeviceError(DeviceError::Absent, std::string("chunks cannot be made in batches: ") +
                                               reinterpret_cast<const char *>(why.data()));
  auto fail = [](const std::string &what) {
    throw DeviceError(DeviceError::Absent, "the CUDA text does not belong to the generator's "
                                           "library: " +
                                               what + "; compile both together");
  };
  // A module may have more entries behind those of the text.
  const GeneratorPlan plan = downloadTable<GeneratorPlan>(device, "terrane_plan").front();
  if (plan.entries < 0 || plan.entries > module.numEntries || plan.noises != module.numNoises)
    fail("it has " + std::to_string(plan.entries) + " entries and " + std::to_string(plan.noises) +
         " noises, the library " + std::to_string(module.numEntries) + " and " +
         std::to_string(module.numNoises));
  if (downloadTable<u64>(device, "terrane_names").front() != NamesHash::of(module, plan.entries))
    fail("the names of its entries and noises, or their order, are others");
}

} // namespace terrane::rt::cuda
