//===- chunk_maker.cpp - Single chunks on demand --------------------------===//

#include "runtime/chunk/chunk_maker.h"

#include "runtime/chunk/old_area.h"

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

const ChunkBiomes &ChunkMaker::biomesOf(i32 x, i32 z, const std::vector<OldChunk> &old, i32 index) {
  BiomeBlender blender = BiomeBlender::forChunk(x, z, old);
  if (blender.empty())
    return biomesOf(x, z);
  step.biomes(x, z, blended[index], &blender);
  return blended[index];
}

bool ChunkMaker::make(i32 x, i32 z, TerrainStage lastStage, const ChunkInputs &inputs,
                      std::string &error) {
  middle = &biomesOf(x, z, inputs.oldChunks, 4);
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
    around[i] = i == 4 ? middle : &biomesOf(x + i % 3 - 1, z + i / 3 - 1, inputs.oldChunks, i);
  if (!step.materials(made, around, error)) {
    if (error.empty())
      error = "the material rules fail";
    return false;
  }
  BlendingFilter filter = OldArea::forChunk(x, z, inputs.oldChunks).filter();
  if (lastStage == TerrainStage::Materials || step.carve(made, error, filter))
    return true;
  if (error.empty())
    error = "the carvers fail";
  return false;
}

} // namespace terrane::rt
