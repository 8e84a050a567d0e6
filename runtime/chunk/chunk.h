//===- chunk.h - The blocks of a chunk and its worldgen heightmaps (spec 30, 5) -===//

#ifndef TERRANE_RUNTIME_CHUNK_CHUNK_H
#define TERRANE_RUNTIME_CHUNK_CHUNK_H

#include "runtime/chunk/terrain.h"

#include <vector>

namespace terrane::rt {

/// One chunk of a level while the terrain step works on it. Not thread-safe. Coordinates `lx`, `lz`
/// are 0..15 within the chunk, `y` is a block's y in the level.
class Chunk {
public:
  /// Empty: all air. `states` (numStates entries) must outlive the chunk.
  Chunk(i32 chunkX, i32 chunkZ, Level level, const TerrainSettings &settings);
  /// Empties it for another place of the same level and settings; keeps the memory.
  void reset(i32 chunkX, i32 chunkZ);

  i32 chunkX() const { return x; }
  i32 chunkZ() const { return z; }
  const Level &level() const { return extent; }

  /// States in the order y (upwards, fastest), then x, then z: index (y - minY) + (lx + 16 lz) *
  /// height.
  const std::vector<StateId> &blocks() const { return states; }
  // exact: an index below 256 * height
  const StateId *column(i32 lx, i32 lz) const { return &states[(lx + 16 * lz) * extent.height]; }
  /// Air outside the level.
  StateId get(i32 lx, i32 y, i32 lz) const {
    u32 row = u32(y) - u32(extent.minY);
    return row < u32(extent.height) ? column(lx, lz)[row] : airState;
  }
  u8 flags(StateId state) const { return stateFlags[state]; }

  /// Stores a state and updates both heightmaps (5.1). Ignored outside the level; air into a
  /// section without other blocks is dropped.
  void set(i32 lx, i32 y, i32 lz, StateId state);

  /// First free y above the column's highest block that is not air / that blocks motion; minY where
  /// there is none. Index lx + 16 lz.
  i32 worldSurface(i32 lx, i32 lz) const { return surface[lx + 16 * lz]; }
  i32 oceanFloor(i32 lx, i32 lz) const { return floor[lx + 16 * lz]; }
  const std::vector<i32> &worldSurfaces() const { return surface; }
  const std::vector<i32> &oceanFloors() const { return floor; }

  /// The highest y of the highest section that holds anything but air; minY - 1 if none does.
  i32 topOfFilledSections() const;

  /// Marks a position for a fluid update. Repeats are kept.
  void markFluid(i32 lx, i32 y, i32 lz) {
    marks[u32(y - extent.minY) >> 4].push_back(u16(lx | (y & 15) << 4 | lz << 8));
  }
  /// Per section from the bottom, in order of marking: x | y << 4 | z << 8.
  const std::vector<std::vector<u16>> &fluidMarks() const { return marks; }

private:
  friend struct ChunkAccess; ///< the fill and compiled rules, which write columns directly

  i32 x, z;
  Level extent;
  std::vector<u8> stateFlags;
  std::vector<StateId> states;
  std::vector<i32> surface, floor;
  std::vector<i32> filled; ///< per section: how many blocks are not of StateAir
  std::vector<std::vector<u16>> marks;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_CHUNK_H
