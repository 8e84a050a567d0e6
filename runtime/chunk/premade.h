//===- premade.h - Chunks that another engine makes in batches ------------===//

#ifndef TERRANE_RUNTIME_CHUNK_PREMADE_H
#define TERRANE_RUNTIME_CHUNK_PREMADE_H

#include "runtime/biome/biome.h"
#include "runtime/chunk/chunk.h"

#include <memory>

namespace terrane::rt {

class TerrainWorld;

/// A rectangle of chunks, both ends inclusive; x0 <= x1, z0 <= z1. Blocks of the chunks around it
/// must have i32 coordinates.
struct ChunkRect {
  i32 x0 = 0, z0 = 0, x1 = 0, z1 = 0;

  i64 width() const { return i64(x1) - x0 + 1; }
  i64 depth() const { return i64(z1) - z0 + 1; }
  i64 count() const { return width() * depth(); }
};

/// How far chunks are taken (spec 30, 4).
enum class TerrainStage { Biomes, Fill, Materials, Carvers };

/// The chunks of a rectangle with their biomes, filled or with materials, as TerrainStep makes them
/// where nothing is given for a chunk.
class PremadeChunks {
public:
  virtual ~PremadeChunks() = default;
  /// Takes chunk (x, z) of the rectangle; each is taken once. Waits until it is made. False where
  /// the caller must make it. Called from any thread, also from several at once, about in the order
  /// of rows: a call may wait until chunks of earlier rows, or before it in a row, have been taken.
  /// Throws where the engine fails.
  virtual bool take(i32 x, i32 z, Chunk &chunk, ChunkBiomes &biomes) = 0;
};

/// What makes them. Thread-safe.
class BatchEngine {
public:
  virtual ~BatchEngine() = default;
  /// `lastStage` is Fill or Materials. Null where these cannot be made in batches. Throws where the
  /// engine fails.
  virtual std::unique_ptr<PremadeChunks> open(const std::shared_ptr<const TerrainWorld> &world,
                                              const ChunkRect &area, TerrainStage lastStage) = 0;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_PREMADE_H
