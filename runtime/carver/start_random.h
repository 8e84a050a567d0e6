//===- start_random.h - The generator of a carver's starts (spec 60, 2) ---===//

#ifndef TERRANE_RUNTIME_CARVER_START_RANDOM_H
#define TERRANE_RUNTIME_CARVER_START_RANDOM_H

#include "runtime/random/legacy.h"

namespace terrane::rt {

/// The world-generation wrapper around a legacy generator (spec 20, 2.9), which is always legacy
/// here: `WorldgenRandom` without a choice of kinds. A seed leaves the cached Gaussian. A value
/// type.
class StartRandom {
public:
  i32 next(i32 count) { return inner.next(count); }
  /// In [0, bound). The game fails where `bound` is not positive: then 0, and `failed`.
  i32 nextInt(i32 bound) {
    if (bound > 0)
      return bits::nextInt(*this, bound);
    failure = true;
    return 0;
  }
  i64 nextLong() { return bits::nextLong(*this); }
  f32 nextFloat() { return bits::nextFloat(*this); }
  f64 nextDouble() { return bits::nextDouble(*this); }
  f64 nextGaussian() { return gaussian.next(*this); }
  void setSeed(i64 seed) { inner.setSeed(seed); }

  /// Whether a draw was asked for that the game fails at.
  bool failed() const { return failure; }

private:
  Legacy inner{0};
  Gaussian gaussian;
  bool failure = false;
};

/// The seeds of the starts of one index of the biomes' lists: `largeFeature` of spec 20, 2.9, whose
/// multipliers depend on the seed alone.
class StartSeeds {
public:
  StartSeeds(i64 worldSeed, i32 index) : seed(wrapAdd(worldSeed, i64(index))) {
    Legacy random(seed);
    a = random.nextLong();
    b = random.nextLong();
  }
  i64 at(i32 chunkX, i32 chunkZ) const {
    return wrapMul(i64(chunkX), a) ^ wrapMul(i64(chunkZ), b) ^ seed;
  }

private:
  i64 seed, a, b;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CARVER_START_RANDOM_H
