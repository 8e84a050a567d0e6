//===- chunk_access.h - Writing whole columns of a chunk ------------------===//
//
// For the passes that know the heightmaps and section counts of what they write without asking
// block by block. Whoever writes a column through here keeps the others right.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_CHUNK_ACCESS_H
#define TERRANE_RUNTIME_CHUNK_CHUNK_ACCESS_H

#include "runtime/chunk/chunk.h"

namespace terrane::rt {

struct ChunkAccess {
  /// The level's height states of a column, from the level's bottom upwards.
  static StateId *column(Chunk &chunk, i32 lx, i32 lz) {
    return &chunk.states[size_t(lx + 16 * lz) * chunk.extent.height];
  }
  /// First free y, index lx + 16 lz.
  static i32 &worldSurface(Chunk &chunk, i32 lx, i32 lz) { return chunk.surface[lx + 16 * lz]; }
  static i32 &oceanFloor(Chunk &chunk, i32 lx, i32 lz) { return chunk.floor[lx + 16 * lz]; }
  /// Per section from the bottom: how many of its blocks are not of StateAir.
  static i32 *filled(Chunk &chunk) { return chunk.filled.data(); }
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_CHUNK_ACCESS_H
