//===- chunk_maker.cpp - Single chunks on demand --------------------------===//

#include "runtime/chunk/chunk_maker.h"

namespace terrane::rt {

ChunkMaker::ChunkMaker(std::shared_ptr<const TerrainWorld> world)
    : step(std::move(world)), made(step.makeChunk()), slots(side * side),
      middle(&slots.front().biomes) {}

const ChunkBiomes &ChunkMaker::biomesOf(i32 x, i32 z) {
  Slot &slot = slots[(x & (side - 1)) + (z & (side - 1)) * side];
  if (!slot.known || slot.biomes.chunkX != x || slot.biomes.chunkZ != z) {
    slot.known = false; // for good where computing throws
    step.biomes(x, z, slot.biomes);
    slot.known = true;
  }
  return slot.biomes;
}

bool ChunkMaker::make(i32 x, i32 z, TerrainStage lastStage, const ChunkInputs &inputs,
                      std::string &error) {
  middle = &biomesOf(x, z);
  if (lastStage == TerrainStage::Biomes) {
    made.reset(x, z);
    return true;
  }
  Beardifier beardifier;
  Blender blender;
  if (!inputs.pieces.empty())
    beardifier = Beardifier::forChunk(x, z, inputs.pieces);
  if (!inputs.oldChunks.empty())
    blender = Blender::forChunk(x, z, inputs.oldChunks);
  step.fill(made, x, z, beardifier.empty() ? nullptr : &beardifier, &blender);
  if (lastStage == TerrainStage::Fill)
    return true;
  std::array<const ChunkBiomes *, 9> around{};
  for (i32 i = 0; i < 9; ++i)
    around[i] = &biomesOf(x + i % 3 - 1, z + i / 3 - 1);
  if (!step.materials(made, around, error)) {
    if (error.empty())
      error = "the material rules fail";
    return false;
  }
  if (lastStage == TerrainStage::Materials || step.carve(made, error))
    return true;
  if (error.empty())
    error = "the carvers fail";
  return false;
}

} // namespace terrane::rt
