//===- fill.cpp - The noise fill of a chunk (spec 30, 5) ------------------===//
//
// Columns are written directly. That is the same as `Chunk::set` for each state that is not
// minecraft:air, from the top down:
//
//  * Positions that are not stored hold air already, because the chunk is empty.
//  * A heightmap's first free y starts at the level's bottom. Blocks that do not count for it leave
//    it there: the test y == firstFree - 1 holds only below the level. The first one that counts,
//    at y, makes it y + 1, and all later ones lie at y - 1 = firstFree - 2 or below and are
//    ignored. So it ends above the column's highest block that counts.
//  * A section's count is the number of its blocks that are not of StateAir.
//
//===----------------------------------------------------------------------===//

#include "runtime/chunk/fill.h"

#include "runtime/chunk/chunk_access.h"
#include <algorithm>

namespace terrane::rt {

namespace {

class ColumnFill {
public:
  ColumnFill(Chunk &chunk, const TerrainSettings &settings, Aquifer &aquifer, const Volume &volume)
      : chunk(chunk), aquifer(aquifer), volume(volume), filler(settings.named.defaultBlock),
        bottom(volume.my - chunk.level().minY) {
    // Above the skip height a block that is not solid is as the fluid picker has it, with no flag
    // and no sample; and from the sea level up that is air, since the lava floor is never higher.
    i64 emptyFrom = std::max(i64(aquifer.skipAboveY()) + 1, i64(settings.seaLevel)) - volume.my;
    asked = i32(std::clamp(emptyFrom, i64(0), i64(volume.sy)));
    const NamedStates &named = settings.named;
    for (StateId state : {named.defaultBlock, named.defaultFluid, named.lava})
      simpleAir &= state == airState || !(chunk.flags(state) & StateAir);
  }

  void fill(i32 lx, i32 lz, const f32 *density) {
    StateId *states = ChunkAccess::column(chunk, lx, lz) + bottom;
    for (i32 j = 0; j < volume.sy; ++j)
      states[j] = density[j] > 0.0f ? filler : airState;
    i32 x = volume.blockX(lx), z = volume.blockZ(lz);
    for (i32 j = asked - 1; j >= 0; --j) {
      if (density[j] > 0.0f)
        continue;
      i32 y = volume.my + j;
      i32 answer = aquifer.substance(x, y, z, f64(density[j]));
      states[j] = answer == Aquifer::solid ? filler : StateId(answer);
      if (aquifer.scheduleFlag() && (chunk.flags(states[j]) & StateFluid))
        chunk.markFluid(lx, y, lz);
    }
    count(lx, lz, states);
  }

private:
  /// Section counts and heights, from the top. The noise range consists of whole sections.
  void count(i32 lx, i32 lz, const StateId *states) {
    i32 *filled = ChunkAccess::filled(chunk) + (bottom >> 4);
    i32 surface = -1, floor = -1;
    for (i32 section = (volume.sy >> 4) - 1; section >= 0; --section) {
      const StateId *rows = states + 16 * section;
      i32 occupied = 0; // blocks with anything but minecraft:air, which count for no heightmap
      for (i32 j = 0; j < 16; ++j)
        occupied += rows[j] != airState;
      if (occupied == 0)
        continue;
      if (simpleAir)
        filled[section] += occupied;
      else
        for (i32 j = 0; j < 16; ++j)
          filled[section] += !(chunk.flags(rows[j]) & StateAir);
      for (i32 j = 15; j >= 0 && surface < 0; --j)
        if (!(chunk.flags(rows[j]) & StateAir))
          surface = 16 * section + j;
      for (i32 j = 15; j >= 0 && floor < 0; --j)
        if (chunk.flags(rows[j]) & StateMotion)
          floor = 16 * section + j;
    }
    if (surface >= 0)
      ChunkAccess::worldSurface(chunk, lx, lz) = volume.my + surface + 1;
    if (floor >= 0)
      ChunkAccess::oceanFloor(chunk, lx, lz) = volume.my + floor + 1;
  }

  Chunk &chunk;
  Aquifer &aquifer;
  const Volume &volume;
  StateId filler;
  i32 bottom;            ///< rows of the level below the volume
  i32 asked;             ///< rows from the bottom for which the aquifer is asked
  bool simpleAir = true; ///< minecraft:air is the only state of StateAir that can be stored
};

} // namespace

void fillNoise(Chunk &chunk, const TerrainSettings &settings, Aquifer &aquifer, const f32 *density,
               const Volume &volume) {
  ColumnFill column(chunk, settings, aquifer, volume);
  for (i32 lz = 0; lz < 16; ++lz)
    for (i32 lx = 0; lx < 16; ++lx)
      column.fill(lx, lz, density + volume.index(lx, 0, lz));
}

} // namespace terrane::rt
