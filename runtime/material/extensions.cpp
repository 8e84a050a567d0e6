//===- extensions.cpp - Badlands pillars and icebergs (spec 40, 8 and 9) --===//

#include "runtime/material/extensions.h"

#include "runtime/math/java.h"

#include <string_view>

namespace terrane::rt {

f64 extensionWidth(f32 surface, f32 pillar) {
  return jmin(absD(f64(surface) * 8.25), f64(pillar * 15.0f));
}

i32 pillarTop(f64 width, f32 roof) {
  f64 floor = absD(f64(roof) * 1.5);
  return floorI(64.0 + jmin((width * width) * 2.5, ceilD(floor * 50.0) + 24.0));
}

/// Whether the pillar's way down ends at a block of the default block's kind before any water.
static bool reachesGround(const Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz,
                          i32 top) {
  const BlockState &ground = settings.states[settings.named.defaultBlock];
  i32 minY = chunk.level().minY, maxY = minY + chunk.level().height - 1;
  // Above the level there is nothing but void air.
  if (top > maxY && std::string_view(ground.name) == "minecraft:void_air")
    return true;
  for (i32 y = imin(top, maxY); y >= minY; --y) {
    const BlockState &state = settings.states[chunk.get(lx, y, lz)];
    if (state.block == ground.block)
      return true;
    if (state.flags & StateWater)
      return false;
  }
  return true; // the bottom will do
}

void growPillar(Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz, i32 top) {
  if (!reachesGround(chunk, settings, lx, lz, top))
    return;
  StateId block = settings.named.defaultBlock;
  bool fluid = settings.states[block].flags & StateFluid;
  i32 minY = chunk.level().minY, maxY = minY + chunk.level().height - 1;
  for (i32 y = imin(top, maxY); y >= minY; --y) {
    if (!(chunk.flags(chunk.get(lx, y, lz)) & StateAir))
      break;
    chunk.set(lx, y, lz, block);
    if (fluid)
      chunk.markFluid(lx, y, lz);
  }
}

std::optional<IcebergReach> icebergReach(f64 width, f32 roof, i32 seaLevel, bool melting) {
  f64 roofHeight = absD(f64(roof) * 1.5);
  f64 top = jmin((width * width) * 1.2, ceilD(roofHeight * 40.0) + 14.0);
  if (melting)
    top = top - 2.0;
  if (top <= 2.0)
    return std::nullopt;
  f64 bottom = (f64(seaLevel) - top) - 7.0;
  return IcebergReach{toI32(top + f64(seaLevel)), toI32(bottom)};
}

void growIceberg(Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz, i32 surface,
                 i32 minSurfaceLevel, IcebergReach reach, Random random) {
  i32 maxSnow = 2 + random.nextInt(4);
  i32 minSnowY = wrapAdd(wrapAdd(settings.seaLevel, 18), random.nextInt(10));
  i32 snow = 0;
  // Below the level the game only goes on drawing, which nobody sees: the generator ends here.
  // Above it the draws, and the snow they lead to, count for the blocks further down.
  i32 last = imax(minSurfaceLevel, chunk.level().minY);
  for (i32 y = imax(surface, wrapAdd(reach.top, 1)); y >= last; --y) {
    u8 flags = chunk.flags(chunk.get(lx, y, lz));
    bool candidate = ((flags & StateAir) && y < reach.top && random.nextDouble() > 0.01) ||
                     ((flags & StateWater) && y > reach.bottom && y < settings.seaLevel &&
                      random.nextDouble() > 0.15);
    if (!candidate)
      continue;
    bool isSnow = snow <= maxSnow && y > minSnowY;
    if (isSnow)
      ++snow;
    chunk.set(lx, y, lz, isSnow ? settings.named.snowBlock : settings.named.packedIce);
  }
}

} // namespace terrane::rt
