//===- region.h - All chunks of a rectangle, on several threads -----------===//

#ifndef TERRANE_RUNTIME_CHUNK_REGION_H
#define TERRANE_RUNTIME_CHUNK_REGION_H

#include "runtime/chunk/terrain_step.h"

#include <atomic>
#include <functional>

namespace terrane::rt {

/// What a world knows about a chunk before its terrain step.
struct ChunkInputs {
  std::vector<StructurePiece> pieces; ///< near the chunk, in the game's order
  /// Around the chunk, up to 8 chunks away on each axis: 7 for the chunk itself, and 8 because
  /// materials see the biomes of its neighbours, which are blended, each on its own. More do no
  /// harm. An old chunk must be the same in the inputs of all chunks that see it.
  std::vector<OldChunk> oldChunks;
};

struct RegionRequest {
  ChunkRect area;
  TerrainStage lastStage = TerrainStage::Carvers;
  /// Threads that compute, at least 1. With 1 everything happens on the calling thread.
  unsigned threads = 1;
  /// The size of their stacks; 0 for the system's default. Engines that recurse as deeply as a
  /// graph is nested need much. Of no effect with one thread.
  std::size_t stackBytes = 0;
  /// Null: no structures and no old chunks. Called once per chunk of the area, from any thread,
  /// also from several at once, in no particular order.
  std::function<ChunkInputs(i32 chunkX, i32 chunkZ)> inputs;
  /// Becomes true where the rest shall not be made. May be null.
  const std::atomic<bool> *cancelled = nullptr;
  /// After each delivery, on the calling thread: chunks delivered, and of how many. May be null.
  std::function<void(i64 done, i64 total)> progress;
};

/// A finished chunk, valid while its delivery lasts.
struct RegionChunk {
  const Chunk &chunk; ///< empty with TerrainStage::Biomes
  const ChunkBiomes &biomes;
  i64 index; ///< (z - z0) * width + (x - x0)
};

/// Seconds of computing, all threads added up.
struct StageSeconds {
  f64 biomes = 0, fill = 0, materials = 0, carvers = 0;
};

struct RegionResult {
  enum State { Complete, Stopped, Failed };
  State state = Complete; ///< Stopped: cancelled, or a delivery said so
  i64 delivered = 0;
  i64 batched = 0;      ///< of them: made by the engine for batches
  unsigned threads = 0; ///< that computed
  StageSeconds seconds;
  /// With Failed: the first chunk in the order of delivery for which the game would fail, and how.
  i32 chunkX = 0, chunkZ = 0;
  std::string error;
};

/// Makes the chunks of a rectangle. `deliver` is called for every chunk on the calling thread in
/// the order of `index`, one at a time; false ends the run. What is delivered does not depend on
/// the number of threads. The biomes of each chunk, and of those around the rectangle, are computed
/// once; those that old chunks reach, once more for each chunk with inputs that say so. Where the
/// world has an engine for batches (TerrainWorld::Parts), it makes the chunks without inputs up to
/// their materials; their time counts as that of the fill.
///
/// Memory: some chunks per thread and some rows of biomes, allocated at the start and kept. Where
/// the system refuses a thread, the run goes on with fewer. What `deliver`, `progress` or `inputs`
/// throw, and what computing throws, leaves this function after all threads have ended.
RegionResult generateRegion(const std::shared_ptr<const TerrainWorld> &world,
                            const RegionRequest &request,
                            const std::function<bool(const RegionChunk &)> &deliver);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_REGION_H
