//===- driver_device.cpp - A GPU through its driver -----------------------===//

#include "runtime/cuda/driver.h"
#include "runtime/cuda/driver_api.h"
#include "runtime/cuda/launch.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <map>
#include <new>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

using Result = DriverApi::Result;
using Handle = DriverApi::Handle;

constexpr i64 maxBlocks = 0x7FFFFFFF;

/// Failures of the driver that say nothing about the device's state leave it usable; after all
/// others nothing on it is to be trusted.
DeviceError::Kind kindOf(Result result) {
  switch (result) {
  case DriverApi::outOfMemory:
    return DeviceError::OutOfMemory;
  case DriverApi::noDevice:
  case DriverApi::invalidDevice:
  case DriverApi::invalidImage:
  case DriverApi::noBinaryForGpu:
  case DriverApi::invalidPtx:
  case DriverApi::jitCompilerNotFound:
  case DriverApi::unsupportedPtxVersion:
  case DriverApi::jitDisabled:
  case DriverApi::launchOutOfResources:
    return DeviceError::Absent;
  default:
    return DeviceError::Lost;
  }
}

class DriverDevice final : public Device {
public:
  DriverDevice(std::shared_ptr<const Driver> driver, int ordinal)
      : driver(std::move(driver)), api(this->driver->api()), ordinal(ordinal),
        gpu(this->driver->gpus()[size_t(ordinal)]) {}
  ~DriverDevice() override;
  DriverDevice(const DriverDevice &) = delete;
  DriverDevice &operator=(const DriverDevice &) = delete;

  /// Takes the context and loads the text. What it took by then, the destructor gives back.
  void start(const std::string &ptx, int maxRegisters);

  std::string name() const override { return gpu.name; }
  i64 freeBytes() override;
  Address allocate(i64 bytes) override;
  void release(Address address) noexcept override;
  void *allocatePinned(i64 bytes) override;
  void releasePinned(void *memory) noexcept override;
  void upload(Address to, const void *from, i64 bytes, int stream) override;
  void download(void *to, Address from, i64 bytes, int stream) override;
  void fill(Address to, u8 value, i64 bytes, int stream) override;
  Kernel kernel(const std::string &name) override;
  void launch(Kernel kernel, i64 threads, const void *parameter, i64 bytes, int stream) override;
  Address symbol(const std::string &name, i64 &bytes) override;
  void order(int stream, int earlier) override;
  void synchronize(int stream) override;

private:
  using Function = std::pair<const std::string, Handle>;

  struct Stream {
    Handle handle = nullptr, event = nullptr;
    bool busy = false;              ///< something was given to it since it was waited for
    const Function *last = nullptr; ///< the kernel launched last since then
  };

  /// The device's context, current on this thread while it lives.
  class Current {
  public:
    explicit Current(DriverDevice &device) : api(device.api) {
      if (!device.lost.empty())
        throw DeviceError(DeviceError::Lost, device.lost);
      device.check(api.ctxPushCurrent(device.context), "cuCtxPushCurrent_v2");
    }
    /// Where nothing may be thrown; whatever the device's state. If it fails, the driver is going
    /// or gone, and what the device has goes with its context.
    Current(DriverDevice &device, std::nothrow_t) noexcept
        : api(device.api),
          pushed(device.context && api.ctxPushCurrent(device.context) == DriverApi::success) {}
    ~Current() {
      Handle context = nullptr;
      if (pushed)
        api.ctxPopCurrent(&context);
    }
    Current(const Current &) = delete;
    Current &operator=(const Current &) = delete;

    explicit operator bool() const { return pushed; }

  private:
    const DriverApi &api;
    bool pushed = true;
  };

  Stream &at(int stream) {
    assert(stream >= 0 && stream < streams && "no such stream");
    return all[size_t(stream)];
  }
  void check(Result result, const char *call) {
    if (result != DriverApi::success)
      fail(result, call);
  }
  [[noreturn]] void fail(Result result, const std::string &call);
  void loadModule(const std::string &ptx, int maxRegisters);
  void waitForAll() noexcept;

  std::shared_ptr<const Driver> driver;
  const DriverApi &api;
  const int ordinal;
  const Driver::Gpu &gpu;
  DriverApi::Ordinal handle = 0;
  Handle context = nullptr, module = nullptr;
  std::array<Stream, streams> all;
  std::map<std::string, Handle> functions; ///< a Kernel points into it
  std::string lost;                        ///< why, once it is
};

/// For a call that failed. What runs is reported by any later call, so the text names the kernels
/// that may be the cause.
void DriverDevice::fail(Result result, const std::string &call) {
  const DeviceError::Kind kind = kindOf(result);
  std::string text = call + " failed on " + gpu.name + ": " + api.text(result);
  const char *separator = "; launched last: ";
  for (int i = 0; i < streams; ++i)
    if (const Function *last = all[size_t(i)].last) {
      text += separator + ("kernel " + last->first + " on stream " + std::to_string(i));
      separator = ", ";
    }
  if (kind == DeviceError::Lost)
    lost = text;
  throw DeviceError(kind, text);
}

void DriverDevice::start(const std::string &ptx, int maxRegisters) {
  check(api.deviceGet(&handle, ordinal), "cuDeviceGet");
  check(api.primaryCtxRetain(&context, handle), "cuDevicePrimaryCtxRetain");
  const Current current(*this);
  loadModule(ptx, maxRegisters);
  for (Stream &stream : all) {
    check(api.streamCreate(&stream.handle, DriverApi::streamNonBlocking), "cuStreamCreate");
    check(api.eventCreate(&stream.event, DriverApi::eventWithoutTiming), "cuEventCreate");
  }
}

void DriverDevice::loadModule(const std::string &ptx, int maxRegisters) {
  std::string log(16384, '\0');
  int options[] = {DriverApi::jitErrorLog, DriverApi::jitErrorLogBytes, DriverApi::jitMaxRegisters};
  // Numbers in the place of pointers, as the call wants them.
  void *values[] = {log.data(), pointerAt<void>(Device::Address(log.size() - 1)),
                    pointerAt<void>(Device::Address(maxRegisters))};
  const Result result =
      api.moduleLoadDataEx(&module, ptx.c_str(), maxRegisters > 0 ? 3 : 2, options, values);
  if (result == DriverApi::success)
    return;
  module = nullptr;
  log.resize(log.find('\0'));
  while (!log.empty() && (log.back() == '\n' || log.back() == ' '))
    log.pop_back();
  std::string call = "cuModuleLoadDataEx";
  if (result == DriverApi::unsupportedPtxVersion)
    call = "the driver is of CUDA " + driver->versionText() +
           " and the PTX was made by a later NVRTC (update the driver, or compile with NVRTC of "
           "its version): " +
           call;
  try {
    fail(result, call);
  } catch (const DeviceError &error) {
    throw DeviceError(error.kind, error.what() + (log.empty() ? "" : "\n" + log));
  }
}

DriverDevice::~DriverDevice() {
  if (const Current current(*this, std::nothrow); current) {
    waitForAll();
    for (Stream &stream : all) {
      if (stream.event)
        api.eventDestroy(stream.event);
      if (stream.handle)
        api.streamDestroy(stream.handle);
    }
    if (module)
      api.moduleUnload(module);
  }
  if (context)
    api.primaryCtxRelease(handle);
}

void DriverDevice::waitForAll() noexcept {
  for (Stream &stream : all)
    if (stream.busy) // what went wrong is reported by the next call that may throw
      stream.busy = api.streamSynchronize(stream.handle) != DriverApi::success;
}

i64 DriverDevice::freeBytes() {
  const Current current(*this);
  size_t free = 0, total = 0;
  check(api.memGetInfo(&free, &total), "cuMemGetInfo_v2");
  return i64(free);
}

Device::Address DriverDevice::allocate(i64 bytes) {
  const Current current(*this);
  DriverApi::Address address = 0;
  if (Result result = bytes < 0 ? DriverApi::outOfMemory
                                : api.memAlloc(&address, size_t(std::max<i64>(bytes, 1))))
    fail(result, "cuMemAlloc_v2 of " + std::to_string(bytes) + " bytes");
  return address;
}

void DriverDevice::release(Address address) noexcept {
  if (!address)
    return;
  if (const Current current(*this, std::nothrow); current) {
    waitForAll();
    api.memFree(address);
  }
}

void *DriverDevice::allocatePinned(i64 bytes) {
  const Current current(*this);
  void *memory = nullptr;
  if (Result result = bytes < 0 ? DriverApi::outOfMemory
                                : api.memHostAlloc(&memory, size_t(std::max<i64>(bytes, 1)), 0))
    fail(result, "cuMemHostAlloc of " + std::to_string(bytes) + " bytes");
  return memory;
}

void DriverDevice::releasePinned(void *memory) noexcept {
  if (!memory)
    return;
  if (const Current current(*this, std::nothrow); current) {
    waitForAll();
    api.memFreeHost(memory);
  }
}

void DriverDevice::upload(Address to, const void *from, i64 bytes, int stream) {
  if (bytes <= 0)
    return;
  const Current current(*this);
  at(stream).busy = true;
  check(api.memcpyHtoDAsync(to, from, size_t(bytes), at(stream).handle), "cuMemcpyHtoDAsync_v2");
}

void DriverDevice::download(void *to, Address from, i64 bytes, int stream) {
  if (bytes <= 0)
    return;
  const Current current(*this);
  at(stream).busy = true;
  check(api.memcpyDtoHAsync(to, from, size_t(bytes), at(stream).handle), "cuMemcpyDtoHAsync_v2");
}

void DriverDevice::fill(Address to, u8 value, i64 bytes, int stream) {
  if (bytes <= 0)
    return;
  const Current current(*this);
  at(stream).busy = true;
  check(api.memsetD8Async(to, value, size_t(bytes), at(stream).handle), "cuMemsetD8Async");
}

Device::Kernel DriverDevice::kernel(const std::string &name) {
  if (auto known = functions.find(name); known != functions.end())
    return &*known;
  const Current current(*this);
  Handle function = nullptr;
  const Result result = api.moduleGetFunction(&function, module, name.c_str());
  if (result == DriverApi::notFound)
    return nullptr;
  if (result != DriverApi::success)
    fail(result, "cuModuleGetFunction of " + name);
  return &*functions.emplace(name, function).first;
}

void DriverDevice::launch(Kernel kernel, i64 threads, const void *parameter, i64 bytes,
                          int stream) {
  if (!kernel)
    throw DeviceError(DeviceError::Absent, "launch of a kernel that the text does not have");
  const Function &function = *static_cast<const Function *>(kernel);
  if (bytes > maxParameterBytes)
    throw DeviceError(DeviceError::Absent, parameterTooLarge(function.first, bytes));
  if (threads <= 0)
    return;
  if (threads > maxBlocks * i64(threadsPerBlock))
    throw DeviceError(DeviceError::Absent, "launch of kernel " + function.first + " with " +
                                               std::to_string(threads) +
                                               " threads; a device takes " +
                                               std::to_string(maxBlocks * threadsPerBlock));
  const Current current(*this);
  at(stream).busy = true;
  at(stream).last = &function;
  void *parameters[] = {const_cast<void *>(parameter)}; // copied by the call
  const auto blocks = unsigned((threads + threadsPerBlock - 1) / threadsPerBlock);
  if (Result result = api.launchKernel(function.second, blocks, 1, 1, unsigned(threadsPerBlock), 1,
                                       1, 0, at(stream).handle, parameters, nullptr))
    fail(result, "cuLaunchKernel of " + function.first + " on stream " + std::to_string(stream));
}

Device::Address DriverDevice::symbol(const std::string &name, i64 &bytes) {
  const Current current(*this);
  bytes = 0;
  DriverApi::Address address = 0;
  size_t size = 0;
  const Result result = api.moduleGetGlobal(&address, &size, module, name.c_str());
  if (result == DriverApi::notFound)
    return 0;
  if (result != DriverApi::success)
    fail(result, "cuModuleGetGlobal_v2 of " + name);
  bytes = i64(size);
  return address;
}

void DriverDevice::order(int stream, int earlier) {
  if (stream == earlier)
    return;
  const Current current(*this);
  check(api.eventRecord(at(earlier).event, at(earlier).handle), "cuEventRecord");
  at(stream).busy = true;
  check(api.streamWaitEvent(at(stream).handle, at(earlier).event, 0), "cuStreamWaitEvent");
}

void DriverDevice::synchronize(int stream) {
  const Current current(*this);
  if (Result result = api.streamSynchronize(at(stream).handle))
    fail(result, "cuStreamSynchronize of stream " + std::to_string(stream));
  at(stream).busy = false;
  at(stream).last = nullptr;
}

} // namespace

std::unique_ptr<Device> cuda::makeDriverDevice(const std::string &ptx, int ordinal,
                                               std::shared_ptr<const Driver> driver,
                                               int maxRegisters) {
  if (!driver)
    driver = Driver::find();
  if (!*driver)
    throw DeviceError(DeviceError::Absent, driver->problem() + "; " + driver->advice());
  const std::vector<Driver::Gpu> &gpus = driver->gpus();
  if (ordinal < 0 || size_t(ordinal) >= gpus.size()) {
    std::string text = "there is no device " + std::to_string(ordinal) + "; the machine has";
    for (size_t i = 0; i < gpus.size(); ++i)
      text += (i ? ", " : " ") + std::to_string(i) + " (" + gpus[i].name + ")";
    throw DeviceError(DeviceError::Absent, text);
  }
  // Of code that is assembled already the driver says for which devices it is.
  const bool assembled = ptx.compare(0, 4, "\177ELF") == 0;
  if (std::string why = assembled ? "" : whyNotOn(gpus[size_t(ordinal)], ptx); !why.empty())
    throw DeviceError(DeviceError::Absent, why);
  auto device = std::make_unique<DriverDevice>(std::move(driver), ordinal);
  device->start(ptx, maxRegisters);
  return device;
}
