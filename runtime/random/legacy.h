//===- legacy.h - The 48-bit linear congruential generator (spec 20, 2.2) -===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_RANDOM_LEGACY_H
#define TERRANE_RUNTIME_RANDOM_LEGACY_H

#include "runtime/random/bit_source.h"
#include "runtime/random/gaussian.h"

namespace terrane::rt {

/// A value type: copying copies the state.
class Legacy {
public:
  TERRANE_FN explicit Legacy(i64 seed) { setSeed(seed); }

  TERRANE_FN void setSeed(i64 seed) {
    state = (u64(seed) ^ multiplier) & mask;
    gaussian.clear();
  }

  /// The next `count` bits, 1 to 32, as an i32.
  TERRANE_FN i32 next(i32 count) {
    state = (state * multiplier + 11) & mask;
    return i32(u32(state >> (48 - count)));
  }

  TERRANE_FN i32 nextInt() { return next(32); }
  /// In [0, bound). Precondition: bound > 0.
  TERRANE_FN i32 nextInt(i32 bound) { return bits::nextInt(*this, bound); }
  TERRANE_FN i64 nextLong() { return bits::nextLong(*this); }
  TERRANE_FN bool nextBoolean() { return next(1) != 0; }
  TERRANE_FN f32 nextFloat() { return bits::nextFloat(*this); }
  TERRANE_FN f64 nextDouble() { return bits::nextDouble(*this); }
  TERRANE_FN f64 nextGaussian() { return gaussian.next(*this); }
  TERRANE_FN void consume(i32 count) {
    for (i32 i = 0; i < count; ++i)
      next(32);
  }
  TERRANE_FN Legacy fork() { return Legacy(nextLong()); }

  /// The 48 bits of state.
  TERRANE_FN i64 rawState() const { return i64(state); }

private:
  static constexpr u64 multiplier = 0x5DEECE66Dull;
  static constexpr u64 mask = (1ull << 48) - 1;

  u64 state;
  Gaussian gaussian;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_LEGACY_H
