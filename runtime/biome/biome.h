//===- biome.h - The biomes of a world and their climate (spec 40, 10; 50) -===//

#ifndef TERRANE_RUNTIME_BIOME_BIOME_H
#define TERRANE_RUNTIME_BIOME_BIOME_H

#include "runtime/math/base.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace terrane::rt {

/// Index into a `BiomeTable`.
using BiomeId = u16;

struct Biome {
  std::string id; ///< full form; empty for an inline biome
  f32 temperature = 0;
  bool frozen = false; ///< temperature_modifier "frozen"
};

/// The biomes that a world's biome source can give, in the order of its possible-biome set (spec
/// 50, 7), without repeats.
struct BiomeTable {
  std::vector<Biome> biomes;

  std::optional<BiomeId> find(std::string_view id) const {
    for (std::size_t i = 0; i < biomes.size(); ++i)
      if (biomes[i].id == id)
        return BiomeId(i);
    return std::nullopt;
  }
};

/// The biomes of one chunk, stored per quart (4 blocks).
struct ChunkBiomes {
  i32 chunkX = 0, chunkZ = 0;
  i32 minQuartY = 0, quartHeight = 0;
  std::vector<BiomeId> ids; ///< index (qy - minQuartY) + (x + 4 z) * quartHeight, x and z 0..3

  /// At a quart of the world that lies in this chunk's columns; y is clamped (spec 50, 6).
  BiomeId at(i32 qx, i32 qy, i32 qz) const {
    i32 y = qy - minQuartY;
    y = y < 0 ? 0 : y >= quartHeight ? quartHeight - 1 : y;
    // exact: an index below 16 * quartHeight
    return ids[y + ((qx & 3) + 4 * (qz & 3)) * quartHeight];
  }
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_BIOME_H
