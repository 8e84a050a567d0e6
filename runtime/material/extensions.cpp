//===- extensions.cpp - Badlands pillars and icebergs of a chunk (spec 40, 8 and 9) -===//

#include "runtime/material/extensions.h"

#include <string_view>

namespace terrane::rt {

namespace {

/// A column as extension_ops.h wants it.
struct ChunkColumn {
  Chunk &chunk;
  const TerrainSettings &settings;
  i32 lx, lz;

  i32 minY() const { return chunk.level().minY; }
  i32 maxY() const { return chunk.level().minY + chunk.level().height - 1; }
  StateId get(i32 y) const { return chunk.get(lx, y, lz); }
  void set(i32 y, StateId state) { chunk.set(lx, y, lz, state); }
  void mark(i32 y) { chunk.markFluid(lx, y, lz); }
  u8 flags(StateId state) const { return chunk.flags(state); }
  bool isGround(StateId state) const {
    return settings.states[state].block == settings.states[settings.named.defaultBlock].block;
  }
};

} // namespace

void growPillar(Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz, i32 top) {
  ChunkColumn column = {chunk, settings, lx, lz};
  StateId block = settings.named.defaultBlock;
  growPillar(column, block, std::string_view(settings.states[block].name) == "minecraft:void_air",
             top);
}

void growIceberg(Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz, i32 surface,
                 i32 minSurfaceLevel, const IcebergReach &reach, Random random) {
  ChunkColumn column = {chunk, settings, lx, lz};
  growIceberg(column, settings.named, settings.seaLevel, surface, minSurfaceLevel, reach, random);
}

} // namespace terrane::rt
