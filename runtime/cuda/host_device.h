//===- host_device.h - The CPU as the device of a generator's CUDA text ---===//

#ifndef TERRANE_RUNTIME_CUDA_HOST_DEVICE_H
#define TERRANE_RUNTIME_CUDA_HOST_DEVICE_H

#include "runtime/cuda/device.h"
#include "runtime/cuda/host_kernels.h"

namespace terrane::rt::cuda {

/// `kernels` must outlive the device. With `threads` above 1 a launch is cut among them; 0: as many
/// as the machine has. Threads are numbered as on a GPU, and one more than asked for runs: kernels
/// must keep within their bounds. Everything is done when the call returns. Buffers together take
/// at most `memoryLimit` bytes, so that tests see what a small device does. A kernel that throws
/// gives DeviceError::Lost with its name.
std::unique_ptr<Device> makeHostDevice(const HostKernels &kernels, unsigned threads,
                                       i64 memoryLimit = i64(1) << 62);

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_HOST_DEVICE_H
