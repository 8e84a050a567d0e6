//===- chunk_maker.h - Single chunks on demand ----------------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_CHUNK_MAKER_H
#define TERRANE_RUNTIME_CHUNK_CHUNK_MAKER_H

#include "runtime/chunk/region.h"

#include <memory>
#include <string>
#include <vector>

namespace terrane::rt {

/// Makes the chunks of a world one by one, in any order. One thread at a time; several makers may
/// share a world. What a chunk is does not depend on what was made before. Biomes of neighbours are
/// remembered, so that chunks near those before are cheaper; memory is kept, up to a few MiB. Those
/// that old chunks reach are not: they depend on what is given.
class ChunkMaker {
public:
  explicit ChunkMaker(std::shared_ptr<const TerrainWorld> world);

  const TerrainWorld &world() const { return step.world(); }

  /// Makes the chunk at (x, z) up to a stage. Blocks of the chunks around it must have i32
  /// coordinates: x and z from minChunk to maxChunk. False, with a message, where the game would
  /// fail; there is no chunk then. Throws std::out_of_range for an old chunk's biome that is not in
  /// the world's table.
  bool make(i32 x, i32 z, TerrainStage lastStage, const ChunkInputs &inputs, std::string &error);
  static constexpr i32 minChunk = -(1 << 27) + 1, maxChunk = (1 << 27) - 2;

  /// The chunk made last; with TerrainStage::Biomes an empty one.
  const Chunk &chunk() const { return made; }
  /// The biomes of the chunk made last.
  const ChunkBiomes &biomes() const { return *middle; }

private:
  /// Those of a chunk, computed or remembered. Chunks less than `side` apart have places of their
  /// own.
  const ChunkBiomes &biomesOf(i32 x, i32 z);
  /// Those of the chunk made, or of a neighbour (index as of TerrainStep::materials), blended with
  /// old chunks where these reach it.
  const ChunkBiomes &biomesOf(i32 x, i32 z, const std::vector<OldChunk> &old, i32 index);

  static constexpr i32 side = 32;
  struct Slot {
    bool known = false;
    ChunkBiomes biomes;
  };

  TerrainStep step;
  Chunk made;
  std::vector<Slot> slots;
  std::array<ChunkBiomes, 9> blended;
  const ChunkBiomes *middle;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_CHUNK_MAKER_H
