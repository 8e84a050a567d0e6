//===- perlin_build.h - Drawing a noise table from a generator (spec 20, 5.3) -===//

#ifndef TERRANE_RUNTIME_NOISE_PERLIN_BUILD_H
#define TERRANE_RUNTIME_NOISE_PERLIN_BUILD_H

#include "runtime/noise/perlin.h"
#include "runtime/random/random.h"

namespace terrane::rt {

/// Draws three offsets, then a shuffle of 256 entries. The generator moves on.
PerlinTable buildPerlin(Random &random);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_NOISE_PERLIN_BUILD_H
