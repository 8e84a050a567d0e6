//===- words.h - Positional factories and their generators as plain data (spec 20, 2.8) -===//
//
// Kernel-safe. What a kernel uses in place of PositionalFactory and Random (random.h).
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_RANDOM_WORDS_H
#define TERRANE_RUNTIME_RANDOM_WORDS_H

#include "runtime/random/legacy.h"
#include "runtime/random/xoroshiro.h"

namespace terrane::rt {

/// A positional factory; `lo` is the seed of a legacy one. From a PositionalFactory f:
/// {f.words().lo, f.words().hi, f.isLegacy()}.
struct FactoryWords {
  i64 lo, hi;
  i32 legacy;
};

/// A generator of either kind, with the draws of Random. Both kinds are there and one is used:
/// what a compiler can see through, and a union would hide.
struct AnyRandom {
  Xoroshiro modern;
  Legacy old;
  bool legacy;

  /// In [0, bound). Precondition: bound > 0.
  TERRANE_FN i32 nextInt(i32 bound) { return legacy ? old.nextInt(bound) : modern.nextInt(bound); }
  TERRANE_FN f32 nextFloat() { return legacy ? old.nextFloat() : modern.nextFloat(); }
  TERRANE_FN f64 nextDouble() { return legacy ? old.nextDouble() : modern.nextDouble(); }
};

/// The generator of a block position: PositionalFactory::at.
TERRANE_FN AnyRandom randomAt(const FactoryWords &factory, i32 x, i32 y, i32 z) {
  const i64 seed = blockHash(x, y, z) ^ factory.lo;
  return {Xoroshiro(seed, factory.hi), Legacy(seed), factory.legacy != 0};
}

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_WORDS_H
