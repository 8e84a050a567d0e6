//===- world_random.h - Which generator each consumer gets (spec 20, 2.10; 30, 3) -===//

#ifndef TERRANE_RUNTIME_RANDOM_WORLD_RANDOM_H
#define TERRANE_RUNTIME_RANDOM_WORLD_RANDOM_H

#include "runtime/random/random.h"

namespace terrane::rt {

/// The generators of one world, all pure functions of the seed, the flag and the arguments.
/// Immutable, free to share between threads.
class WorldRandom {
public:
  WorldRandom(i64 seed, bool legacyRandomSource);

  i64 seed() const { return worldSeed; }
  bool legacy() const { return legacySource; }
  const PositionalFactory &root() const { return rootFactory; }

  /// `id` in full form, `namespace:path`.
  Random named(std::string_view id) const { return rootFactory.fromHashOf(id); }
  Random at(i32 x, i32 y, i32 z) const { return rootFactory.at(x, y, z); }
  PositionalFactory positional(std::string_view id) const { return named(id).forkPositional(); }

  /// For `old_blended_noise`: the same fresh generator at every call.
  Random terrain() const;
  /// For the end islands: legacy whatever the flag says, at its start.
  Random endIslands() const { return Legacy(worldSeed); }

private:
  i64 worldSeed;
  bool legacySource;
  PositionalFactory rootFactory;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_WORLD_RANDOM_H
