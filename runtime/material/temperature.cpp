//===- temperature.cpp - The temperature of a biome at a block (spec 40, 10) -===//

#include "runtime/material/temperature.h"

#include "runtime/noise/simplex_build.h"

namespace terrane::rt {

TemperatureNoise::TemperatureNoise() {
  auto build = [](Random random) { return buildSimplex(random, /*discardOffset=*/true); };
  noises[HeightTable] = build(Legacy(1234));
  noises[IceTable] = build(Legacy(2345));
  Random shared = Legacy(3456);
  for (i32 layer = FrozenPatchTables; layer < numTables; ++layer)
    noises[layer] = buildSimplex(shared, /*discardOffset=*/true);
}

} // namespace terrane::rt
