//===- extensions.h - Badlands pillars and icebergs (spec 40, 8 and 9) ----===//
//
// The two shapes that the material step adds without a rule. Their limits follow from three noise
// values of a column each; what they place depends on the blocks there.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_EXTENSIONS_H
#define TERRANE_RUNTIME_MATERIAL_EXTENSIONS_H

#include "runtime/chunk/chunk.h"
#include "runtime/random/random.h"

#include <optional>

namespace terrane::rt {

/// The smaller of the two noises that bound a shape's width: `surface` and `pillar` of its noises.
f64 extensionWidth(f32 surface, f32 pillar);

/// The y down from which a pillar grows. `width` is above 0; `roof` is the roof noise.
i32 pillarTop(f64 width, f32 roof);

/// Fills the air between `top` and the ground with the default block, unless there is water on the
/// way down.
void growPillar(Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz, i32 top);

/// Where an iceberg reaches: air below `top` and water above `bottom` can become ice.
struct IcebergReach {
  i32 top, bottom;
};
/// Icebergs exist where the width is above this.
constexpr f64 minIcebergWidth = 1.8;
/// Nothing where the iceberg would be too low. `melting`: the temperature at sea level is mild.
std::optional<IcebergReach> icebergReach(f64 width, f32 roof, i32 seaLevel, bool melting);

/// Places an iceberg's part in a column. `surface` is the column's height when its walk began;
/// `random` is a fresh generator of the column.
void growIceberg(Chunk &chunk, const TerrainSettings &settings, i32 lx, i32 lz, i32 surface,
                 i32 minSurfaceLevel, IcebergReach reach, Random random);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_EXTENSIONS_H
