//===- float_mode.h - The processor's mode for floats ---------------------===//
//
// A host program may have told its threads to flush denormals to zero, or to round another way:
// audio and graphics libraries do. Java knows no such mode, so neither may the code here. Not
// kernel-safe: kernels run in the mode that their caller set up.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATH_FLOAT_MODE_H
#define TERRANE_RUNTIME_MATH_FLOAT_MODE_H

#include "runtime/math/base.h"

#if !defined(__x86_64__)
#error "say here how this processor rounds to nearest and keeps denormals (x86-64: mxcsr)"
#endif

#include <xmmintrin.h>

namespace terrane::rt {

/// While it lives, the calling thread rounds to nearest, keeps denormals and traps nothing. The end
/// puts back what was there, flags of exceptions included. Where the mode is Java's already,
/// nothing is written. Guards nest; each ends on the thread that began it.
class FloatMode {
public:
  FloatMode() noexcept : found(_mm_getcsr()) {
    if ((found & modeBits) != javaMode)
      set(javaMode);
  }
  ~FloatMode() {
    if ((found & modeBits) != javaMode)
      set(found);
  }
  FloatMode(const FloatMode &) = delete;
  FloatMode &operator=(const FloatMode &) = delete;

  /// Of mxcsr: all exceptions masked, round to nearest, denormals are numbers.
  static constexpr u32 javaMode = 0x1F80;
  /// All of mxcsr but the flags of what has happened.
  static constexpr u32 modeBits = 0xFFC0;

private:
  /// The one place that writes mxcsr; not inlined, so that a test can tell that it is.
  static void set(u32 mode) noexcept;

  u32 found;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATH_FLOAT_MODE_H
