//===- xoroshiro.h - The modern generator (spec 20, 2.1 and 2.3) ----------===//
//
// Kernel-safe.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_RANDOM_XOROSHIRO_H
#define TERRANE_RUNTIME_RANDOM_XOROSHIRO_H

#include "runtime/random/gaussian.h"

namespace terrane::rt {

constexpr u64 goldenRatio = 0x9E3779B97F4A7C15ull;
constexpr u64 silverRatio = 0x6A09E667F3BCC909ull;

/// The finaliser of the seed expansion.
TERRANE_FN i64 mixStafford13(i64 value) {
  u64 z = u64(value);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return i64(z ^ z >> 31);
}

/// Two words of state before or after mixing.
struct SeedPair {
  i64 lo, hi;
};

/// A seed expanded to two words, not yet mixed.
TERRANE_FN SeedPair upgradeSeedUnmixed(i64 seed) {
  u64 lo = u64(seed) ^ silverRatio;
  return {i64(lo), i64(lo + goldenRatio)};
}

/// A value type: copying copies the state. Every output costs one step unless stated.
class Xoroshiro {
public:
  TERRANE_FN explicit Xoroshiro(i64 seed) { setSeed(seed); }
  /// The words as they are; all zero is replaced by fixed words.
  TERRANE_FN Xoroshiro(i64 lo, i64 hi) { setWords(lo, hi); }

  TERRANE_FN void setSeed(i64 seed) {
    SeedPair pair = upgradeSeedUnmixed(seed);
    setWords(mixStafford13(pair.lo), mixStafford13(pair.hi));
    gaussian.clear();
  }

  TERRANE_FN i32 nextInt() { return i32(u32(u64(nextLong()))); }
  /// In [0, bound). Precondition: bound > 0. May cost several steps.
  TERRANE_FN i32 nextInt(i32 bound) {
    u64 n = u64(bound);
    u64 m = u64(u32(nextInt())) * n;
    // Rejects the lowest (2^32 mod n) of the low halves; below n is the quick test.
    if (u32(m) < u32(n)) {
      u32 least = (0u - u32(n)) % u32(n);
      while (u32(m) < least)
        m = u64(u32(nextInt())) * n;
    }
    return i32(m >> 32);
  }
  TERRANE_FN i64 nextLong() {
    u64 a = low, b = high;
    u64 result = rotateLeft(a + b, 17) + a;
    b ^= a;
    low = rotateLeft(a, 49) ^ b ^ b << 21;
    high = rotateLeft(b, 28);
    return i64(result);
  }
  TERRANE_FN bool nextBoolean() { return nextLong() & 1; }
  TERRANE_FN f32 nextFloat() { return f32(u64(nextLong()) >> 40) * 0x1p-24f; }
  TERRANE_FN f64 nextDouble() { return f64(u64(nextLong()) >> 11) * 0x1p-53; }
  TERRANE_FN f64 nextGaussian() { return gaussian.next(*this); }
  TERRANE_FN void consume(i32 count) {
    for (i32 i = 0; i < count; ++i)
      nextLong();
  }
  TERRANE_FN Xoroshiro fork() {
    i64 lo = nextLong();
    i64 hi = nextLong();
    return Xoroshiro(lo, hi);
  }

  TERRANE_FN i64 lo() const { return i64(low); }
  TERRANE_FN i64 hi() const { return i64(high); }

private:
  TERRANE_FN static u64 rotateLeft(u64 v, i32 n) { return v << n | v >> (64 - n); }
  TERRANE_FN void setWords(i64 lo, i64 hi) {
    low = u64(lo);
    high = u64(hi);
    if ((low | high) == 0) {
      low = goldenRatio;
      high = silverRatio;
    }
  }

  u64 low, high;
  Gaussian gaussian;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_XOROSHIRO_H
