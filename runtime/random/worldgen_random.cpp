//===- worldgen_random.cpp - The world-generation wrapper (spec 20, 2.9) --===//

#include "runtime/random/worldgen_random.h"

namespace terrane::rt {

i64 WorldgenRandom::setDecorationSeed(i64 seed, i32 blockX, i32 blockZ) {
  setSeed(seed);
  i64 a = nextLong() | 1;
  i64 b = nextLong() | 1;
  i64 result = wrapAdd(wrapMul(i64(blockX), a), wrapMul(i64(blockZ), b)) ^ seed;
  setSeed(result);
  return result;
}

void WorldgenRandom::setFeatureSeed(i64 seed, i32 index, i32 step) {
  setSeed(wrapAdd(wrapAdd(seed, i64(index)), i64(wrapMul(10000, step))));
}

void WorldgenRandom::setLargeFeatureSeed(i64 seed, i32 chunkX, i32 chunkZ) {
  setSeed(seed);
  i64 a = nextLong();
  i64 b = nextLong();
  setSeed(wrapMul(i64(chunkX), a) ^ wrapMul(i64(chunkZ), b) ^ seed);
}

void WorldgenRandom::setLargeFeatureWithSalt(i64 seed, i32 x, i32 z, i32 salt) {
  i64 place = wrapAdd(wrapMul(i64(x), i64(341873128712)), wrapMul(i64(z), i64(132897987541)));
  setSeed(wrapAdd(wrapAdd(place, seed), i64(salt)));
}

} // namespace terrane::rt
