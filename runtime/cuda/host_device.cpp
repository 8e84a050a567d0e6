//===- host_device.cpp - The CPU as the device of a generator's CUDA text -===//

#include "runtime/cuda/host_device.h"

#include "runtime/math/float_mode.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <unistd.h>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

constexpr i64 alignment = 256;
constexpr i64 blockThreads = 256;      ///< what a CPU thread takes at a time
constexpr i64 maxBytes = i64(1) << 39; ///< of one buffer: more is a mistake

class HostDevice final : public Device {
public:
  HostDevice(const HostKernels &kernels, unsigned threads, i64 memoryLimit)
      : kernels(kernels), workers(threads ? threads : std::thread::hardware_concurrency()),
        limit(memoryLimit) {}
  ~HostDevice() override {
    for (const auto &[address, bytes] : sizes)
      std::free(pointer(address));
  }

  std::string name() const override { return "the CPU"; }
  i64 freeBytes() override {
    const i64 machine = i64(::sysconf(_SC_AVPHYS_PAGES)) * i64(::sysconf(_SC_PAGESIZE));
    return std::max<i64>(0, std::min(machine, limit - used));
  }

  Address allocate(i64 bytes) override {
    if (bytes < 0 || bytes > limit - used)
      throw DeviceError(DeviceError::OutOfMemory,
                        "no memory on the CPU for " + std::to_string(bytes) + " bytes: " +
                            std::to_string(used) + " of " + std::to_string(limit) + " are in use");
    void *memory = take(bytes);
    const Address address = addressOf(memory);
    try {
      sizes.emplace(address, bytes);
    } catch (const std::exception &) {
      std::free(memory);
      throw DeviceError(DeviceError::OutOfMemory, "no memory on the CPU");
    }
    used += bytes;
    return address;
  }
  void release(Address address) noexcept override {
    auto found = sizes.find(address);
    if (found == sizes.end())
      return;
    used -= found->second;
    sizes.erase(found);
    std::free(pointer(address));
  }
  void *allocatePinned(i64 bytes) override { return take(bytes); }
  void releasePinned(void *memory) noexcept override { std::free(memory); }

  void upload(Address to, const void *from, i64 bytes, int) override {
    if (bytes > 0)
      std::memcpy(pointer(to), from, size_t(bytes));
  }
  void download(void *to, Address from, i64 bytes, int) override {
    if (bytes > 0)
      std::memcpy(to, pointer(from), size_t(bytes));
  }
  void fill(Address to, u8 value, i64 bytes, int) override {
    if (bytes > 0)
      std::memset(pointer(to), value, size_t(bytes));
  }

  Kernel kernel(const std::string &name) override {
    for (i32 i = 0; i < kernels.numKernels; ++i)
      if (name == kernels.kernels[i].name)
        return &kernels.kernels[i];
    return nullptr;
  }
  Address symbol(const std::string &name, i64 &bytes) override {
    for (i32 i = 0; i < kernels.numSymbols; ++i)
      if (name == kernels.symbols[i].name) {
        bytes = kernels.symbols[i].bytes;
        return addressOf(kernels.symbols[i].table);
      }
    bytes = 0;
    return 0;
  }
  void launch(Kernel kernel, i64 threads, const void *parameter, i64 bytes, int stream) override;

  void order(int, int) override {}
  void synchronize(int) override {}

private:
  static void *pointer(Address address) { return pointerAt<void>(address); }
  static Address addressOf(const void *memory) { return reinterpret_cast<Address>(memory); }

  static void *take(i64 bytes) {
    void *memory = nullptr;
    if (bytes >= 0 && bytes <= maxBytes)
      memory = std::aligned_alloc(alignment,
                                  size_t((std::max<i64>(bytes, 1) + alignment - 1) & -alignment));
    if (!memory)
      throw DeviceError(DeviceError::OutOfMemory,
                        "no memory on the CPU for " + std::to_string(bytes) + " bytes");
    return memory;
  }

  const HostKernels &kernels;
  const i64 workers, limit;
  i64 used = 0;
  std::map<Address, i64> sizes;
};

/// One launch, shared by the CPU threads that run it.
class Launch {
public:
  Launch(const HostKernel &kernel, i64 count, const void *parameter)
      : kernel(kernel), count(count), parameter(parameter) {}

  /// Runs blocks until there are none left.
  void work() noexcept {
    const FloatMode mode;
    try {
      for (i64 start; (start = next.fetch_add(blockThreads)) < count;)
        for (i64 thread = start, end = std::min(count, start + blockThreads); thread < end;
             ++thread)
          kernel.run(thread, parameter);
    } catch (const std::exception &error) {
      fail(error.what());
    } catch (...) {
      fail("an unknown exception");
    }
  }
  const std::string &problem() const { return why; } ///< of the first that failed; see `work`

private:
  void fail(const char *text) noexcept {
    std::lock_guard<std::mutex> lock(mutex);
    next = count; // the others stop, too
    try {
      if (why.empty())
        why = std::string("kernel ") + kernel.name + " failed on the CPU: " + text;
    } catch (...) {
      why = "kernel failed"; // short enough to need no memory
    }
  }

  const HostKernel &kernel;
  const i64 count;
  const void *parameter;
  std::atomic<i64> next{0};
  std::mutex mutex;
  std::string why;
};

void HostDevice::launch(Kernel kernel, i64 threads, const void *parameter, i64 bytes, int) {
  if (!kernel)
    throw DeviceError(DeviceError::Absent, "launch of a kernel that the text does not have");
  const HostKernel &which = *static_cast<const HostKernel *>(kernel);
  if (bytes > maxParameterBytes)
    throw DeviceError(DeviceError::Absent, parameterTooLarge(which.name, bytes));
  if (threads <= 0)
    return;
  Launch launch(which, threads + 1, parameter);
  const i64 blocks = (threads + blockThreads) / blockThreads;
  std::vector<std::thread> others;
  i64 wanted = std::min(workers, blocks) - 1;
  while (wanted > 0)
    try {
      others.emplace_back([&launch] { launch.work(); });
      --wanted;
    } catch (const std::exception &) {
      wanted = 0; // as many as there are; this thread is one
    }
  launch.work();
  for (std::thread &other : others)
    other.join();
  if (!launch.problem().empty())
    throw DeviceError(DeviceError::Lost, launch.problem());
}

} // namespace

std::unique_ptr<Device> cuda::makeHostDevice(const HostKernels &kernels, unsigned threads,
                                             i64 memoryLimit) {
  return std::make_unique<HostDevice>(kernels, threads, memoryLimit);
}
