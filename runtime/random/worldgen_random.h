//===- worldgen_random.h - The world-generation wrapper (spec 20, 2.9) ----===//

#ifndef TERRANE_RUNTIME_RANDOM_WORLDGEN_RANDOM_H
#define TERRANE_RUNTIME_RANDOM_WORLDGEN_RANDOM_H

#include "runtime/random/random.h"

namespace terrane::rt {

/// Outputs by the legacy formulas over the bits of an inner generator of either kind. A value type.
class WorldgenRandom {
public:
  explicit WorldgenRandom(Random inner) : inner(inner) {}

  i32 next(i32 count) { return inner.nextBits(count); }
  i32 nextInt() { return next(32); }
  /// In [0, bound). Precondition: bound > 0.
  i32 nextInt(i32 bound) { return bits::nextInt(*this, bound); }
  i64 nextLong() { return bits::nextLong(*this); }
  bool nextBoolean() { return next(1) != 0; }
  f32 nextFloat() { return bits::nextFloat(*this); }
  f64 nextDouble() { return bits::nextDouble(*this); }
  f64 nextGaussian() { return gaussian.next(*this); }
  void consume(i32 count) {
    for (i32 i = 0; i < count; ++i)
      nextInt();
  }

  Random fork() { return inner.fork(); }
  PositionalFactory forkPositional() { return inner.forkPositional(); }
  /// Seeds the inner generator; the wrapper's own cached Gaussian stays.
  void setSeed(i64 seed) { inner.setSeed(seed); }

  /// Block coordinates of the chunk. Returns the seed that was set.
  i64 setDecorationSeed(i64 seed, i32 blockX, i32 blockZ);
  void setFeatureSeed(i64 seed, i32 index, i32 step);
  void setLargeFeatureSeed(i64 seed, i32 chunkX, i32 chunkZ);
  void setLargeFeatureWithSalt(i64 seed, i32 x, i32 z, i32 salt);

private:
  Random inner;
  Gaussian gaussian;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_WORLDGEN_RANDOM_H
