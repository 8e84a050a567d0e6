//===- simplex_build.cpp - Drawing simplex tables (spec 20, 5.3; 10, 7.6) -===//

#include "runtime/noise/simplex_build.h"

#include "runtime/noise/perlin_build.h"
#include <cstring>

namespace terrane::rt {

SimplexTable buildSimplex(Random &random, bool discardOffset) {
  PerlinTable drawn = buildPerlin(random);
  SimplexTable table;
  table.ox = discardOffset ? 0.0 : drawn.ox;
  table.oy = discardOffset ? 0.0 : drawn.oy;
  table.oz = discardOffset ? 0.0 : drawn.oz;
  std::memcpy(table.perm, drawn.perm, sizeof table.perm);
  return table;
}

SimplexTable buildEndIslands(const WorldRandom &world) {
  Random random = world.endIslands();
  random.consume(17292);
  return buildSimplex(random, /*discardOffset=*/true);
}

} // namespace terrane::rt
