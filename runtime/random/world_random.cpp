//===- world_random.cpp - Which generator each consumer gets (spec 20, 2.10) -===//

#include "runtime/random/world_random.h"

namespace terrane::rt {

namespace {
Random fresh(i64 seed, bool legacy) {
  if (legacy)
    return Legacy(seed);
  return Xoroshiro(seed);
}
} // namespace

WorldRandom::WorldRandom(i64 seed, bool legacyRandomSource)
    : worldSeed(seed), legacySource(legacyRandomSource),
      rootFactory(fresh(seed, legacyRandomSource).forkPositional()) {}

Random WorldRandom::terrain() const {
  if (legacySource)
    return Legacy(worldSeed);
  return named("minecraft:terrain");
}

} // namespace terrane::rt
