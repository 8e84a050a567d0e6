//===- perlin_build.cpp - Drawing a noise table from a generator (spec 20, 5.3) -===//

#include "runtime/noise/perlin_build.h"

#include <utility>

namespace terrane::rt {

PerlinTable buildPerlin(Random &random) {
  PerlinTable table;
  table.ox = random.nextDouble() * 256.0;
  table.oy = random.nextDouble() * 256.0;
  table.oz = random.nextDouble() * 256.0;
  for (i32 i = 0; i < 256; ++i)
    table.perm[i] = u8(i);
  // The last bound is 1: it picks nothing but still draws.
  for (i32 i = 0; i < 256; ++i)
    std::swap(table.perm[i], table.perm[i + random.nextInt(256 - i)]);
  table.pair();
  return table;
}

} // namespace terrane::rt
