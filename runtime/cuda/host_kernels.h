//===- host_kernels.h - The kernels of a CUDA text that is compiled as C++ -===//
//
// Kernel-safe. What such a text exports as `terrane_host_kernels`, for host_device.h.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_HOST_KERNELS_H
#define TERRANE_RUNTIME_CUDA_HOST_KERNELS_H

#include "runtime/math/base.h"

namespace terrane::rt::cuda {

/// A kernel: one thread of it, by its number.
struct HostKernel {
  const char *name;
  i64 bytes; ///< of its parameter
  void (*run)(i64 thread, const void *parameter);
};
/// A constant table.
struct HostSymbol {
  const char *name;
  const void *table;
  i64 bytes;
};
struct HostKernels {
  i32 numKernels, numSymbols;
  const HostKernel *kernels;
  const HostSymbol *symbols;
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_HOST_KERNELS_H
