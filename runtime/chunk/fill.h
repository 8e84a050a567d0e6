//===- fill.h - The noise fill of a chunk (spec 30, 5) --------------------===//

#ifndef TERRANE_RUNTIME_CHUNK_FILL_H
#define TERRANE_RUNTIME_CHUNK_FILL_H

#include "runtime/aquifer/aquifer.h"
#include "runtime/chunk/chunk.h"

namespace terrane::rt {

/// Fills an empty chunk (new, or just reset) with the default block, fluids and air, with its
/// heightmaps and marks. `density` are the values of final_density on `volume`, in its index order;
/// `volume` is (16, H, 16) blocks of step 1 at the chunk's place, within its level (2.6), and
/// `aquifer` has begun with it. Asks the aquifer in the game's order where the answer can be seen.
void fillNoise(Chunk &chunk, const TerrainSettings &settings, Aquifer &aquifer, const f32 *density,
               const Volume &volume);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_FILL_H
