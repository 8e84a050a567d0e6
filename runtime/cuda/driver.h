//===- driver.h - NVIDIA's driver, found at run time, and its devices -----===//
//
// The driver's library is opened with dlopen, so nothing of ours needs it to be built or to start.
// A machine without it, or without a device, is a state with a message, not an error.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_DRIVER_H
#define TERRANE_RUNTIME_CUDA_DRIVER_H

#include "runtime/cuda/device.h"

#include <memory>
#include <string>
#include <vector>

namespace terrane::rt::cuda {

struct DriverApi;

/// Immutable; every function may be called from several threads at once. The library stays in the
/// process once it is opened: drivers have threads of their own.
class Driver {
public:
  /// Opens `libcuda.so.1` where the loader finds it, or the file that $TERRANE_CUDA_DRIVER names,
  /// and asks it for its version and devices. Never fails: see `problem`.
  static std::shared_ptr<const Driver> find();
  /// The same with this library.
  static std::shared_ptr<const Driver> open(const std::string &file);
  ~Driver();

  /// The oldest version of the interface that is used, as cuDriverGetVersion counts: 12.0.
  static constexpr int minVersion = 12000;

  explicit operator bool() const { return why.empty(); }
  /// Why nothing can run on a GPU here; empty where it can.
  const std::string &problem() const { return why; }
  /// What to do about it, for people; empty where there is no problem.
  const std::string &advice() const { return hint; }

  const std::string &file() const { return path; } ///< of the library; empty: none
  int version() const { return number; }           ///< 12040 is 12.4; 0: unknown
  std::string versionText() const;                 ///< "12.4"; empty: unknown

  struct Gpu {
    std::string name;
    int major, minor; ///< compute capability
    i64 bytes;        ///< of memory
  };
  /// By ordinal: at least one where there is no problem.
  const std::vector<Gpu> &gpus() const { return found; }

  /// Where there is no problem.
  const DriverApi &api() const { return *functions; }

private:
  Driver();
  void load(const std::string &file);
  void look();
  void fail(const std::string &problem, const std::string &advice);

  std::unique_ptr<DriverApi> functions;
  std::string why, hint, path;
  int number = 0;
  std::vector<Gpu> found;
};

/// Loads PTX text on a GPU: a Device. `driver` null: Driver::find(). Throws DeviceError::Absent
/// without a driver, without such a device, where the PTX is for a newer one, and, with the
/// driver's log, where it does not take the PTX. A cubin in its place, which ptxas makes of it for
/// one generation of devices, saves the seconds that the driver takes for large texts.
/// `maxRegisters` bounds the registers of a thread, where PTX is compiled: fewer let more threads
/// run at a time, and may spill. 0: as many as the driver finds good.
///
/// The primary context of the device is shared with whatever else in this process uses CUDA. It is
/// current on the calling thread during calls only. Its limits stay as they are: no kernel of a
/// text recurses, so the driver knows the stack of each.
std::unique_ptr<Device> makeDriverDevice(const std::string &ptx, int ordinal = 0,
                                         std::shared_ptr<const Driver> driver = nullptr,
                                         int maxRegisters = 0);

/// Why PTX text cannot run on a GPU, by its `.target` (`sm_80`: 8.0 and later; `sm_90a`: 9.0 alone;
/// `sm_100f`: 10.x from 10.0); empty where it can.
std::string whyNotOn(const Driver::Gpu &gpu, const std::string &ptx);

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_DRIVER_H
