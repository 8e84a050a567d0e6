//===- system.cpp - What the material step knows of a world (spec 40, 2 and 5) -===//

#include "runtime/material/system.h"

#include "runtime/kernel/noise_row.h"
#include "runtime/material/context.h"

#include <string>

namespace terrane::rt {

namespace {

enum Band : u8 { Plain, Orange, Yellow, Brown, Red, White, LightGray };

/// Bands of one colour at random places, `width0` to `width0` + 2 wide.
void addBands(ClayBands &bands, Random &random, i32 width0, Band colour) {
  i32 count = random.nextInt(10) + 6;
  for (i32 n = 0; n < count; ++n) {
    i32 width = width0 + random.nextInt(3);
    i32 start = random.nextInt(numClayBands);
    for (i32 i = start; i < start + width && i < numClayBands; ++i)
      bands[i] = colour;
  }
}

} // namespace

ClayBands makeClayBands(Random random) {
  ClayBands bands;
  bands.fill(Plain);
  for (i32 i = 0; i < numClayBands; ++i) {
    i += random.nextInt(5) + 1;
    if (i < numClayBands)
      bands[i] = Orange;
  }
  addBands(bands, random, 1, Yellow);
  addBands(bands, random, 2, Brown);
  addBands(bands, random, 1, Red);

  i32 count = random.nextInt(7) + 9;
  i32 start = 0;
  for (i32 n = 0; n < count && start < numClayBands; ++n) {
    bands[start] = White;
    // A boolean is drawn only where there is room for what it decides.
    if (start > 1 && random.nextBoolean())
      bands[start - 1] = LightGray;
    if (start + 1 < numClayBands && random.nextBoolean())
      bands[start + 1] = LightGray;
    start += random.nextInt(16) + 4;
  }
  return bands;
}

MaterialSystem::MaterialSystem(i64 worldSeed, const TerrainSettings &settings)
    : definition(&settings), world(worldSeed, settings.legacyRandomSource != 0),
      ore(world.positional("minecraft:ore")),
      bands(makeClayBands(world.named("minecraft:clay_bands"))) {
  for (i32 i = 0; i < numSystemNoises; ++i) {
    std::string id = std::string("minecraft:") + systemNoiseNames[i];
    // As for all noises that no density node asks for.
    noises.push_back(makeNoise(world.named(id), parametersOf(settings.systemNoises[i])));
  }
  for (i32 i = 0; i < settings.numStates; ++i)
    flags.push_back(settings.states[i].flags);
}

i32 MaterialSystem::surfaceDepth(i32 x, i32 z) const {
  return surfaceDepthAt(*this, world.at(x, 0, z).nextDouble(), x, z);
}

f64 MaterialSystem::surfaceSecondary(i32 x, i32 z) const {
  return surfaceSecondaryAt(*this, x, z);
}

i32 MaterialSystem::bandOffset(i32 x, i32 z) const {
  return bandOffsetAt(*this, x, z);
}

i32 MaterialSystem::band(i32 y, i32 offset) const {
  i32 index = bandIndex(y, offset);
  return index < 0 ? noState : i32(definition->named.terracotta[bands[index]]);
}

void MaterialSystem::oreFloats(i32 x, i32 y, i32 z, f32 floats[3]) const {
  Random random = ore.at(x, y, z);
  for (i32 i = 0; i < 3; ++i)
    floats[i] = random.nextFloat();
}

} // namespace terrane::rt
