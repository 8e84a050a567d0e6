//===- xoroshiro.cpp - The modern generator (spec 20, 2.1 and 2.3) --------===//

#include "runtime/random/xoroshiro.h"

#include <cassert>

namespace terrane::rt {

namespace {
constexpr u64 goldenRatio = 0x9E3779B97F4A7C15ull;
constexpr u64 silverRatio = 0x6A09E667F3BCC909ull;

u64 rotateLeft(u64 v, int n) {
  return v << n | v >> (64 - n);
}
} // namespace

i64 mixStafford13(i64 value) {
  u64 z = u64(value);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return i64(z ^ z >> 31);
}

SeedPair upgradeSeedUnmixed(i64 seed) {
  u64 lo = u64(seed) ^ silverRatio;
  return {i64(lo), i64(lo + goldenRatio)};
}

Xoroshiro::Xoroshiro(i64 lo, i64 hi) : low(u64(lo)), high(u64(hi)) {
  if ((low | high) == 0) {
    low = goldenRatio;
    high = silverRatio;
  }
}

void Xoroshiro::setSeed(i64 seed) {
  SeedPair pair = upgradeSeedUnmixed(seed);
  *this = Xoroshiro(mixStafford13(pair.lo), mixStafford13(pair.hi));
}

i64 Xoroshiro::nextLong() {
  u64 a = low, b = high;
  u64 result = rotateLeft(a + b, 17) + a;
  b ^= a;
  low = rotateLeft(a, 49) ^ b ^ b << 21;
  high = rotateLeft(b, 28);
  return i64(result);
}

i32 Xoroshiro::nextInt(i32 bound) {
  assert(bound > 0 && "the bound of a random integer is positive");
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

void Xoroshiro::consume(i32 count) {
  for (i32 i = 0; i < count; ++i)
    nextLong();
}

Xoroshiro Xoroshiro::fork() {
  i64 lo = nextLong();
  i64 hi = nextLong();
  return Xoroshiro(lo, hi);
}

} // namespace terrane::rt
