//===- simplex_build.h - Drawing simplex tables (spec 20, 5.3; 10, 7.6) ---===//

#ifndef TERRANE_RUNTIME_NOISE_SIMPLEX_BUILD_H
#define TERRANE_RUNTIME_NOISE_SIMPLEX_BUILD_H

#include "runtime/noise/simplex.h"
#include "runtime/random/world_random.h"

namespace terrane::rt {

/// Draws as a Perlin table does. `discardOffset`: the offsets are drawn but become 0.
SimplexTable buildSimplex(Random &random, bool discardOffset);

/// The table of `end_outer_islands` in a world.
SimplexTable buildEndIslands(const WorldRandom &world);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_SIMPLEX_BUILD_H
