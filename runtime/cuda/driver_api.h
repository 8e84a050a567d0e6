//===- driver_api.h - The functions of the CUDA driver that are used ------===//
//
// The driver's interface in C, in our own words, so that nothing of CUDA is needed to build. Its
// functions are looked up at run time by the names of their binary interface: `_v2` where there is
// such a version.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_DRIVER_API_H
#define TERRANE_RUNTIME_CUDA_DRIVER_API_H

#include "runtime/math/base.h"

#include <cstddef>
#include <string>

namespace terrane::rt::cuda {

struct DriverApi {
  using Result = int;    ///< CUresult; 0 is success
  using Ordinal = int;   ///< CUdevice
  using Address = u64;   ///< CUdeviceptr
  using Handle = void *; ///< CUcontext, CUmodule, CUfunction, CUstream, CUevent

  // Results.
  static constexpr Result success = 0, outOfMemory = 2, stubLibrary = 34, noDevice = 100,
                          invalidDevice = 101, invalidImage = 200, noBinaryForGpu = 209,
                          invalidPtx = 218, jitCompilerNotFound = 221, unsupportedPtxVersion = 222,
                          jitDisabled = 223, notFound = 500, launchOutOfResources = 701,
                          driverMismatch = 803;
  // CUdevice_attribute.
  static constexpr int capabilityMajor = 75, capabilityMinor = 76;
  // CUlimit.
  // CUjit_option.
  static constexpr int jitMaxRegisters = 0, jitErrorLog = 5, jitErrorLogBytes = 6;
  // Flags.
  static constexpr unsigned streamNonBlocking = 1, eventWithoutTiming = 2;

  // The names in the library are in `forEach`.
  Result (*driverGetVersion)(int *version);
  Result (*init)(unsigned flags);
  Result (*getErrorName)(Result, const char **text);
  Result (*getErrorString)(Result, const char **text);

  Result (*deviceGetCount)(int *count);
  Result (*deviceGet)(Ordinal *, int number);
  Result (*deviceGetName)(char *name, int bytes, Ordinal);
  Result (*deviceGetAttribute)(int *value, int attribute, Ordinal);
  Result (*deviceTotalMem)(size_t *bytes, Ordinal);
  Result (*primaryCtxRetain)(Handle *context, Ordinal);
  Result (*primaryCtxRelease)(Ordinal);
  Result (*ctxPushCurrent)(Handle context);
  Result (*ctxPopCurrent)(Handle *context);

  Result (*moduleLoadDataEx)(Handle *module, const void *image, unsigned numOptions, int *options,
                             void **values);
  Result (*moduleUnload)(Handle module);
  Result (*moduleGetFunction)(Handle *function, Handle module, const char *name);
  Result (*moduleGetGlobal)(Address *, size_t *bytes, Handle module, const char *name);

  Result (*memGetInfo)(size_t *freeBytes, size_t *totalBytes);
  Result (*memAlloc)(Address *, size_t bytes);
  Result (*memFree)(Address);
  Result (*memHostAlloc)(void **memory, size_t bytes, unsigned flags);
  Result (*memFreeHost)(void *memory);
  Result (*memcpyHtoDAsync)(Address to, const void *from, size_t bytes, Handle stream);
  Result (*memcpyDtoHAsync)(void *to, Address from, size_t bytes, Handle stream);
  Result (*memsetD8Async)(Address to, unsigned char value, size_t count, Handle stream);

  Result (*streamCreate)(Handle *stream, unsigned flags);
  Result (*streamDestroy)(Handle stream);
  Result (*streamSynchronize)(Handle stream);
  Result (*streamWaitEvent)(Handle stream, Handle event, unsigned flags);
  Result (*eventCreate)(Handle *event, unsigned flags);
  Result (*eventDestroy)(Handle event);
  Result (*eventRecord)(Handle event, Handle stream);
  Result (*launchKernel)(Handle function, unsigned gridX, unsigned gridY, unsigned gridZ,
                         unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                         Handle stream, void **parameters, void **extra);

  /// Calls `each(member, "name in the library")` for all functions, the version's first.
  template <class Api, class Each> static void forEach(Api &api, Each &&each) {
    each(api.driverGetVersion, "cuDriverGetVersion");
    each(api.init, "cuInit");
    each(api.getErrorName, "cuGetErrorName");
    each(api.getErrorString, "cuGetErrorString");
    each(api.deviceGetCount, "cuDeviceGetCount");
    each(api.deviceGet, "cuDeviceGet");
    each(api.deviceGetName, "cuDeviceGetName");
    each(api.deviceGetAttribute, "cuDeviceGetAttribute");
    each(api.deviceTotalMem, "cuDeviceTotalMem_v2");
    each(api.primaryCtxRetain, "cuDevicePrimaryCtxRetain");
    each(api.primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
    each(api.ctxPushCurrent, "cuCtxPushCurrent_v2");
    each(api.ctxPopCurrent, "cuCtxPopCurrent_v2");
    each(api.moduleLoadDataEx, "cuModuleLoadDataEx");
    each(api.moduleUnload, "cuModuleUnload");
    each(api.moduleGetFunction, "cuModuleGetFunction");
    each(api.moduleGetGlobal, "cuModuleGetGlobal_v2");
    each(api.memGetInfo, "cuMemGetInfo_v2");
    each(api.memAlloc, "cuMemAlloc_v2");
    each(api.memFree, "cuMemFree_v2");
    each(api.memHostAlloc, "cuMemHostAlloc");
    each(api.memFreeHost, "cuMemFreeHost");
    each(api.memcpyHtoDAsync, "cuMemcpyHtoDAsync_v2");
    each(api.memcpyDtoHAsync, "cuMemcpyDtoHAsync_v2");
    each(api.memsetD8Async, "cuMemsetD8Async");
    each(api.streamCreate, "cuStreamCreate");
    each(api.streamDestroy, "cuStreamDestroy_v2");
    each(api.streamSynchronize, "cuStreamSynchronize");
    each(api.streamWaitEvent, "cuStreamWaitEvent");
    each(api.eventCreate, "cuEventCreate");
    each(api.eventDestroy, "cuEventDestroy_v2");
    each(api.eventRecord, "cuEventRecord");
    each(api.launchKernel, "cuLaunchKernel");
  }

  /// "CUDA_ERROR_OUT_OF_MEMORY (2): out of memory".
  std::string text(Result) const;
};

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_DRIVER_API_H
