//===- kernel_times.h - How long each kernel of a device takes --------------===//

#ifndef TERRANE_TOOLS_DEVICE_CHECK_KERNEL_TIMES_H
#define TERRANE_TOOLS_DEVICE_CHECK_KERNEL_TIMES_H

#include "runtime/cuda/device.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace terrane::check {

struct KernelTime {
  std::string kernel;
  rt::i64 launches = 0, threads = 0;
  double seconds = 0;
};

/// Another device, of which every launch is waited for and timed on the host's clock. A launch thus
/// takes some microseconds more than it would by itself, and streams do not overlap.
class TimedDevice final : public rt::cuda::Device {
public:
  explicit TimedDevice(std::shared_ptr<Device> device) : device(std::move(device)) {}

  /// Since the call before, those with most time first.
  std::vector<KernelTime> take();

  std::string name() const override { return device->name(); }
  rt::i64 freeBytes() override { return device->freeBytes(); }
  Address allocate(rt::i64 bytes) override { return device->allocate(bytes); }
  void release(Address address) noexcept override { device->release(address); }
  void *allocatePinned(rt::i64 bytes) override { return device->allocatePinned(bytes); }
  void releasePinned(void *memory) noexcept override { device->releasePinned(memory); }
  void upload(Address to, const void *from, rt::i64 bytes, int stream) override {
    device->upload(to, from, bytes, stream);
  }
  void download(void *to, Address from, rt::i64 bytes, int stream) override {
    device->download(to, from, bytes, stream);
  }
  void fill(Address to, rt::u8 value, rt::i64 bytes, int stream) override {
    device->fill(to, value, bytes, stream);
  }
  Kernel kernel(const std::string &name) override;
  void launch(Kernel kernel, rt::i64 threads, const void *parameter, rt::i64 bytes,
              int stream) override;
  Address symbol(const std::string &name, rt::i64 &bytes) override {
    return device->symbol(name, bytes);
  }
  void order(int stream, int earlier) override { device->order(stream, earlier); }
  void synchronize(int stream) override { device->synchronize(stream); }

private:
  struct Timed {
    Kernel kernel;
    KernelTime time;
  };

  std::shared_ptr<Device> device;
  std::map<std::string, Timed> kernels; ///< a Kernel points into it
};

} // namespace terrane::check

#endif // TERRANE_TOOLS_DEVICE_CHECK_KERNEL_TIMES_H
