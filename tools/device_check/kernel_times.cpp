//===- kernel_times.cpp - How long each kernel of a device takes ------------===//

#include "tools/device_check/kernel_times.h"

#include "tools/device_check/say.h"

#include <algorithm>
#include <tuple>
#include <utility>

using namespace terrane::check;
using terrane::rt::i64;

std::vector<KernelTime> TimedDevice::take() {
  std::vector<KernelTime> times;
  for (auto &[name, timed] : kernels)
    if (timed.time.launches)
      times.push_back(std::exchange(timed.time, {name}));
  std::sort(times.begin(), times.end(), [](const KernelTime &a, const KernelTime &b) {
    return std::tie(b.seconds, a.kernel) < std::tie(a.seconds, b.kernel);
  });
  return times;
}

TimedDevice::Kernel TimedDevice::kernel(const std::string &name) {
  auto known = kernels.find(name);
  if (known != kernels.end())
    return &known->second;
  Kernel inner = device->kernel(name);
  return inner ? &kernels.emplace(name, Timed{inner, {name}}).first->second : nullptr;
}

void TimedDevice::launch(Kernel kernel, i64 threads, const void *parameter, i64 bytes, int stream) {
  // The device's own error for a launch of nothing.
  if (!kernel)
    return device->launch(nullptr, threads, parameter, bytes, stream);
  // Handed out as const by `kernel`, which made it.
  Timed &timed = *const_cast<Timed *>(static_cast<const Timed *>(kernel));
  device->synchronize(stream); // what was given to it before takes its own time
  Stopwatch watch;
  device->launch(timed.kernel, threads, parameter, bytes, stream);
  device->synchronize(stream);
  timed.time.seconds += watch.seconds();
  timed.time.threads += threads;
  ++timed.time.launches;
}
