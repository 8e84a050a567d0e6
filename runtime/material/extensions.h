//===- extensions.h - Badlands pillars and icebergs of a chunk (spec 40, 8 and 9) -===//

#ifndef TERRANE_RUNTIME_MATERIAL_EXTENSIONS_H
#define TERRANE_RUNTIME_MATERIAL_EXTENSIONS_H

#include "runtime/chunk/chunk.h"
#include "runtime/material/extension_ops.h"
#include "runtime/random/random.h"

namespace terrane::rt {

/// See extension_ops.h.
void growPillar(Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz, i32 top);
void growIceberg(Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz, i32 surface,
                 i32 minSurfaceLevel, const IcebergReach &reach, Random random);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_EXTENSIONS_H
