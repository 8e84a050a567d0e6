//===- chunk.cpp - The blocks of a chunk and its worldgen heightmaps (spec 30, 5) -===//

#include "runtime/chunk/chunk.h"

#include "runtime/chunk/height_ops.h"

#include <algorithm>

namespace terrane::rt {

Chunk::Chunk(i32 chunkX, i32 chunkZ, Level level, const TerrainSettings &settings)
    : x(chunkX), z(chunkZ), extent(level), states(size_t(256) * level.height, airState),
      surface(256, level.minY), floor(256, level.minY), filled(level.height / 16),
      marks(level.height / 16) {
  stateFlags.reserve(settings.numStates);
  for (i32 i = 0; i < settings.numStates; ++i)
    stateFlags.push_back(settings.states[i].flags);
}

void Chunk::reset(i32 chunkX, i32 chunkZ) {
  x = chunkX;
  z = chunkZ;
  std::fill(states.begin(), states.end(), airState);
  std::fill(surface.begin(), surface.end(), extent.minY);
  std::fill(floor.begin(), floor.end(), extent.minY);
  std::fill(filled.begin(), filled.end(), 0);
  for (std::vector<u16> &section : marks)
    section.clear();
}

void Chunk::set(i32 lx, i32 y, i32 lz, StateId state) {
  u32 row = u32(y) - u32(extent.minY);
  if (row >= u32(extent.height))
    return;
  i32 &count = filled[row >> 4];
  // Of the states that count as air only minecraft:air itself is dropped.
  if (state == airState && count == 0)
    return;
  StateId *blocks = &states[size_t(lx + 16 * lz) * extent.height];
  count += i32(!(stateFlags[state] & StateAir)) - i32(!(stateFlags[blocks[row]] & StateAir));
  blocks[row] = state;
  i32 index = lx + 16 * lz;
  updateHeights(surface[index], floor[index], blocks, stateFlags.data(), extent.minY, y, state);
}

i32 Chunk::topOfFilledSections() const {
  for (i32 section = i32(filled.size()); section > 0; --section)
    if (filled[section - 1] > 0)
      return extent.minY + 16 * section - 1;
  return extent.minY - 1;
}

} // namespace terrane::rt
