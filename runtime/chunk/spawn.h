//===- spawn.h - The search for the world's origin (spec 30, 10) ----------===//

#ifndef TERRANE_RUNTIME_CHUNK_SPAWN_H
#define TERRANE_RUNTIME_CHUNK_SPAWN_H

#include "runtime/chunk/generator.h"

#include <vector>

namespace terrane::rt {

/// One function of a spawn target and the quantised interval it should lie in, ends included.
struct SpawnTerm {
  unsigned entry;
  i64 lo, hi;
};
/// One map of the settings' list `spawn_target`.
using SpawnTarget = std::vector<SpawnTerm>;

/// Blocks. The origin chunk is the one that contains it: x >> 4, z >> 4.
struct WorldOrigin {
  i32 x, z;
};

/// The best block of the search; (0, 0) without targets. `context` has caches and no fields, and is
/// fresh.
WorldOrigin findWorldOrigin(const std::vector<SpawnTarget> &targets, SamplerContext &context);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_SPAWN_H
