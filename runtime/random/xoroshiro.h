//===- xoroshiro.h - The modern generator (spec 20, 2.1 and 2.3) ----------===//

#ifndef TERRANE_RUNTIME_RANDOM_XOROSHIRO_H
#define TERRANE_RUNTIME_RANDOM_XOROSHIRO_H

#include "runtime/random/gaussian.h"

namespace terrane::rt {

/// The finaliser of the seed expansion.
i64 mixStafford13(i64 z);

/// Two words of state before or after mixing.
struct SeedPair {
  i64 lo, hi;
};

/// A seed expanded to two words, not yet mixed.
SeedPair upgradeSeedUnmixed(i64 seed);

/// A value type: copying copies the state. Every output costs one step unless stated.
class Xoroshiro {
public:
  explicit Xoroshiro(i64 seed) { setSeed(seed); }
  /// The words as they are; all zero is replaced by fixed words.
  Xoroshiro(i64 lo, i64 hi);

  void setSeed(i64 seed);

  i32 nextInt() { return i32(u32(u64(nextLong()))); }
  /// In [0, bound). Precondition: bound > 0. May cost several steps.
  i32 nextInt(i32 bound);
  i64 nextLong();
  bool nextBoolean() { return nextLong() & 1; }
  f32 nextFloat() { return f32(u64(nextLong()) >> 40) * 0x1p-24f; }
  f64 nextDouble() { return f64(u64(nextLong()) >> 11) * 0x1p-53; }
  f64 nextGaussian() { return gaussian.next(*this); }
  void consume(i32 count);
  Xoroshiro fork();

  i64 lo() const { return i64(low); }
  i64 hi() const { return i64(high); }

private:
  u64 low, high;
  Gaussian gaussian;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_XOROSHIRO_H
