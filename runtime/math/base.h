//===- base.h - Types and qualifiers for code that kernels include --------===//
//
// Headers that generated kernels include must compile without the C++ standard library, as C++ by
// g++, clang++ and the in-process Clang, and as CUDA by NVRTC. They use these names only.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATH_BASE_H
#define TERRANE_RUNTIME_MATH_BASE_H

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define TERRANE_FN __host__ __device__ inline
// Large functions with many callers: on the device a call of them stays a call, or a generator's
// PTX grows tenfold.
#define TERRANE_LARGE_FN __host__ __device__ __noinline__ inline
#else
#define TERRANE_FN inline
#define TERRANE_LARGE_FN inline
#endif

namespace terrane::rt {

using i8 = signed char;
using u8 = unsigned char;
using i16 = short;
using u16 = unsigned short;
using i32 = int;
using u32 = unsigned int;
using i64 = long long;
using u64 = unsigned long long;
using f32 = float;
using f64 = double;

static_assert(sizeof(i16) == 2 && sizeof(i32) == 4 && sizeof(i64) == 8, "LP64 or LLP64 assumed");
static_assert(sizeof(f32) == 4 && sizeof(f64) == 8, "IEEE binary32 and binary64 assumed");

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATH_BASE_H
