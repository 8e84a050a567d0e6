//===- device.h - What the batch pipeline asks of a device ----------------===//
//
// Memory, copies and kernel launches of one loaded generator text. Two kinds: a GPU through its
// driver (driver.h), and the CPU, which runs the same text thread by thread (host_device.h).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_DEVICE_H
#define TERRANE_RUNTIME_CUDA_DEVICE_H

#include "runtime/math/base.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace terrane::rt::cuda {

/// What went wrong on a device, with the call or the kernel in its text.
class DeviceError : public std::runtime_error {
public:
  enum Kind {
    Absent,      ///< no driver, no device, or one that cannot run the text or a launch of it
    OutOfMemory, ///< the device stays usable
    Lost,        ///< the device is not to be used any more
  };
  DeviceError(Kind kind, const std::string &text) : std::runtime_error(text), kind(kind) {}
  Kind kind;
};

/// A kernel's parameter has no more on any device.
constexpr i64 maxParameterBytes = 4096;
inline std::string parameterTooLarge(const std::string &kernel, i64 bytes) {
  return "the parameter of kernel " + kernel + " has " + std::to_string(bytes) +
         " bytes; a device takes " + std::to_string(maxParameterBytes);
}

/// One text, loaded on one device. One thread at a time, not always the same. Every function throws
/// DeviceError, releasing functions apart. Work on a stream is done in order; `synchronize` waits
/// for it, and reports what went wrong on it since. What went wrong may also be reported by any
/// later call. All buffers are to be released before the device.
class Device {
public:
  using Address = u64; ///< of the device's memory; 0 is null
  using Kernel = const void *;
  static constexpr int streams = 3;

  virtual ~Device() = default;

  /// In words, for messages: "NVIDIA H200", "the CPU".
  virtual std::string name() const = 0;
  /// Free memory, in bytes.
  virtual i64 freeBytes() = 0;

  /// Aligned to 256 bytes; not initialised. `bytes` of 0 give some address as well.
  virtual Address allocate(i64 bytes) = 0;
  /// Waits until no stream can be using it.
  virtual void release(Address address) noexcept = 0;
  /// Host memory for copies that overlap with work; aligned to 256 bytes, not initialised.
  virtual void *allocatePinned(i64 bytes) = 0;
  /// Waits as `release` does.
  virtual void releasePinned(void *memory) noexcept = 0;

  /// Copies. `from` and `to` on the host stay untouched until `synchronize(stream)`.
  virtual void upload(Address to, const void *from, i64 bytes, int stream) = 0;
  virtual void download(void *to, Address from, i64 bytes, int stream) = 0;
  /// Sets all bytes.
  virtual void fill(Address to, u8 value, i64 bytes, int stream) = 0;

  /// A kernel of the text by name; null where it has none.
  virtual Kernel kernel(const std::string &name) = 0;
  /// Runs at least `threads` threads, whose kernel has one parameter, a structure of `bytes` bytes,
  /// at most maxParameterBytes, which is copied before the call returns. 0 threads: nothing.
  virtual void launch(Kernel kernel, i64 threads, const void *parameter, i64 bytes, int stream) = 0;
  /// A constant table of the text by name: its address and size; 0 and 0 where it has none. Not to
  /// be released.
  virtual Address symbol(const std::string &name, i64 &bytes) = 0;

  /// Work given to `stream` from now on waits for what `earlier` has now.
  virtual void order(int stream, int earlier) = 0;
  virtual void synchronize(int stream) = 0;
};

/// An address as the kernels see it; not for the host.
template <class T> T *pointerAt(Device::Address address) {
  return reinterpret_cast<T *>(address); // NOLINT(performance-no-int-to-ptr): a device's address
}

/// Memory of a device, released with its owner. Moves.
class DeviceBuffer {
public:
  DeviceBuffer() = default;
  DeviceBuffer(Device &device, i64 bytes)
      : device(&device), start(device.allocate(bytes)), size(bytes) {}
  DeviceBuffer(DeviceBuffer &&other) noexcept { *this = std::move(other); }
  DeviceBuffer &operator=(DeviceBuffer &&other) noexcept {
    std::swap(device, other.device);
    std::swap(start, other.start);
    std::swap(size, other.size);
    return *this;
  }
  ~DeviceBuffer() {
    if (device)
      device->release(start);
  }

  i64 bytes() const { return size; }
  Device::Address address() const { return start; }
  /// As the kernels see it; not for the host.
  template <class T> T *as(i64 byteOffset = 0) const {
    return pointerAt<T>(start + u64(byteOffset));
  }

private:
  Device *device = nullptr;
  Device::Address start = 0;
  i64 size = 0;
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_DEVICE_H
