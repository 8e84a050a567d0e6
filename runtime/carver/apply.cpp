//===- apply.cpp - From the carving mask to blocks (spec 60, 7) -----------===//

#include "runtime/carver/apply.h"

#include "runtime/material/context.h"

namespace terrane::rt {

bool applyCarving(Chunk &chunk, const CarvingMask &mask, Aquifer &aquifer,
                  const std::vector<u8> &states, const TopMaterialAt &topMaterial, i64 *redressed,
                  const BlendingFilter &filter) {
  const Level &level = chunk.level();
  bool fine = true;
  auto carveRun = [&](i32 lx, i32 lz, i32 bottom, i32 top) {
    i32 x = wrapAdd(wrapMul(chunk.chunkX(), 16), lx), z = wrapAdd(wrapMul(chunk.chunkZ(), 16), lz);
    // Rows above the level, where a level cuts off a part of what the settings fill: the game reads
    // air and writes nothing, if it does not fail.
    top = imin(top, level.minY + level.height - 1);
    bool grass = false;
    for (i32 y = top; fine && y >= bottom; --y) {
      if (filter && !filter(lx, y, lz))
        continue;
      u8 old = states[chunk.get(lx, y, lz)];
      if (old & Uncarvable)
        continue;
      grass |= (old & CarvedGrass) != 0;
      i32 answer = aquifer.substance(x, y, z, 0.0);
      if (answer == Aquifer::solid)
        continue;
      bool fluid = chunk.flags(StateId(answer)) & StateFluid;
      bool scheduled = aquifer.scheduleFlag();
      chunk.set(lx, y, lz, StateId(answer));
      if (scheduled && fluid)
        chunk.markFluid(lx, y, lz);
      if (!grass || !(states[chunk.get(lx, y - 1, lz)] & CarvedDirt))
        continue;
      std::optional<i32> material = topMaterial(x, y - 1, z, fluid);
      fine = material.has_value();
      if (!fine || *material == noState)
        continue;
      chunk.set(lx, y - 1, lz, StateId(*material));
      if (chunk.flags(StateId(*material)) & StateFluid)
        chunk.markFluid(lx, y - 1, lz);
      if (redressed)
        ++*redressed;
    }
  };
  mask.forEachRun(carveRun);
  return fine;
}

} // namespace terrane::rt
