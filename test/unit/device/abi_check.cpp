//===- abi_check.cpp - Our declarations of the driver against NVIDIA's ----===//
//
// Compiled, and nothing more, where there is a cuda.h: each function has parameters of the same
// number, sizes and kinds there, the same name, and the constants have the same values.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/driver_api.h"

#include <cuda.h>

#include <string_view>
#include <type_traits>

using terrane::rt::cuda::DriverApi;

namespace {

template <class A, class B>
constexpr bool alike = sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B> &&
                       std::is_floating_point_v<A> == std::is_floating_point_v<B>;

template <class Ours, class Theirs> struct Same : std::false_type {};
template <class R, class... A, class S, class... B> struct Same<R (*)(A...), S (*)(B...)> {
  static constexpr bool parameters() {
    if constexpr (sizeof...(A) == sizeof...(B))
      return (alike<A, B> && ...);
    return false;
  }
  static constexpr bool value = alike<R, S> && parameters();
};

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
/// cuda.h makes macros of the names that have versions.
#define CHECK(member, name)                                                                        \
  static_assert(Same<decltype(DriverApi::member), decltype(&name)>::value, #member)

CHECK(driverGetVersion, cuDriverGetVersion);
CHECK(init, cuInit);
CHECK(getErrorName, cuGetErrorName);
CHECK(getErrorString, cuGetErrorString);
CHECK(deviceGetCount, cuDeviceGetCount);
CHECK(deviceGet, cuDeviceGet);
CHECK(deviceGetName, cuDeviceGetName);
CHECK(deviceGetAttribute, cuDeviceGetAttribute);
CHECK(deviceTotalMem, cuDeviceTotalMem);
CHECK(primaryCtxRetain, cuDevicePrimaryCtxRetain);
CHECK(primaryCtxRelease, cuDevicePrimaryCtxRelease);
CHECK(ctxPushCurrent, cuCtxPushCurrent);
CHECK(ctxPopCurrent, cuCtxPopCurrent);
CHECK(moduleLoadDataEx, cuModuleLoadDataEx);
CHECK(moduleUnload, cuModuleUnload);
CHECK(moduleGetFunction, cuModuleGetFunction);
CHECK(moduleGetGlobal, cuModuleGetGlobal);
CHECK(memGetInfo, cuMemGetInfo);
CHECK(memAlloc, cuMemAlloc);
CHECK(memFree, cuMemFree);
CHECK(memHostAlloc, cuMemHostAlloc);
CHECK(memFreeHost, cuMemFreeHost);
CHECK(memcpyHtoDAsync, cuMemcpyHtoDAsync);
CHECK(memcpyDtoHAsync, cuMemcpyDtoHAsync);
CHECK(memsetD8Async, cuMemsetD8Async);
CHECK(streamCreate, cuStreamCreate);
CHECK(streamDestroy, cuStreamDestroy);
CHECK(streamSynchronize, cuStreamSynchronize);
CHECK(streamWaitEvent, cuStreamWaitEvent);
CHECK(eventCreate, cuEventCreate);
CHECK(eventDestroy, cuEventDestroy);
CHECK(eventRecord, cuEventRecord);
CHECK(launchKernel, cuLaunchKernel);

static_assert(std::string_view(TEXT(cuDeviceTotalMem)) == "cuDeviceTotalMem_v2");
static_assert(std::string_view(TEXT(cuDevicePrimaryCtxRelease)) == "cuDevicePrimaryCtxRelease_v2");
static_assert(std::string_view(TEXT(cuCtxPushCurrent)) == "cuCtxPushCurrent_v2");
static_assert(std::string_view(TEXT(cuCtxPopCurrent)) == "cuCtxPopCurrent_v2");
static_assert(std::string_view(TEXT(cuModuleGetGlobal)) == "cuModuleGetGlobal_v2");
static_assert(std::string_view(TEXT(cuMemGetInfo)) == "cuMemGetInfo_v2");
static_assert(std::string_view(TEXT(cuMemAlloc)) == "cuMemAlloc_v2");
static_assert(std::string_view(TEXT(cuMemFree)) == "cuMemFree_v2");
static_assert(std::string_view(TEXT(cuMemcpyHtoDAsync)) == "cuMemcpyHtoDAsync_v2");
static_assert(std::string_view(TEXT(cuMemcpyDtoHAsync)) == "cuMemcpyDtoHAsync_v2");
static_assert(std::string_view(TEXT(cuStreamDestroy)) == "cuStreamDestroy_v2");
static_assert(std::string_view(TEXT(cuEventDestroy)) == "cuEventDestroy_v2");

static_assert(DriverApi::success == CUDA_SUCCESS);
static_assert(DriverApi::outOfMemory == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(DriverApi::stubLibrary == CUDA_ERROR_STUB_LIBRARY);
static_assert(DriverApi::noDevice == CUDA_ERROR_NO_DEVICE);
static_assert(DriverApi::invalidDevice == CUDA_ERROR_INVALID_DEVICE);
static_assert(DriverApi::invalidImage == CUDA_ERROR_INVALID_IMAGE);
static_assert(DriverApi::noBinaryForGpu == CUDA_ERROR_NO_BINARY_FOR_GPU);
static_assert(DriverApi::invalidPtx == CUDA_ERROR_INVALID_PTX);
static_assert(DriverApi::jitCompilerNotFound == CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
static_assert(DriverApi::unsupportedPtxVersion == CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
static_assert(DriverApi::jitDisabled == CUDA_ERROR_JIT_COMPILATION_DISABLED);
static_assert(DriverApi::notFound == CUDA_ERROR_NOT_FOUND);
static_assert(DriverApi::launchOutOfResources == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
static_assert(DriverApi::driverMismatch == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
static_assert(DriverApi::capabilityMajor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(DriverApi::capabilityMinor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(DriverApi::jitMaxRegisters == CU_JIT_MAX_REGISTERS);
static_assert(DriverApi::jitErrorLog == CU_JIT_ERROR_LOG_BUFFER);
static_assert(DriverApi::jitErrorLogBytes == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
static_assert(DriverApi::streamNonBlocking == CU_STREAM_NON_BLOCKING);
static_assert(DriverApi::eventWithoutTiming == CU_EVENT_DISABLE_TIMING);

} // namespace
