//===- source.h - Biome sources (spec 50, 6 and 7) ------------------------===//

#ifndef TERRANE_RUNTIME_BIOME_SOURCE_H
#define TERRANE_RUNTIME_BIOME_SOURCE_H

#include "runtime/biome/biome.h"
#include "runtime/biome/search_tree.h"
#include "runtime/chunk/generator.h"
#include "runtime/chunk/terrain.h"

#include <memory>
#include <variant>

namespace terrane::rt {

struct FixedSource {
  BiomeId biome;
};
struct CheckerboardSource {
  std::vector<BiomeId> biomes; ///< order matters, repeats count; not empty
  i32 scale;                   ///< 0..62
};
struct MultiNoiseSource {
  std::shared_ptr<const SearchTree> tree; ///< leaf values are BiomeIds
  /// Every quart by the literal walk: the same answers, as a yardstick for the faster searches.
  bool literal = false;
};
struct TheEndSource {
  /// the_end, end_highlands, end_midlands, small_end_islands, end_barrens.
  BiomeId biomes[5];
};

struct BiomeSource {
  std::variant<FixedSource, CheckerboardSource, MultiNoiseSource, TheEndSource> kind;
  BiomeTable table;
};

/// The generator's entries for the climate: temperature, vegetation, continents, erosion, depth,
/// ridges of the noise router ("router:temperature", ...), in this order.
struct ClimateEntries {
  unsigned entries[6];
};
/// Throws std::invalid_argument, naming the entry, where the generator lacks one.
ClimateEntries climateEntries(const Generator &generator);

/// Fills the biomes of a chunk over the whole level (6), in the game's order of queries. `context`
/// must be a fresh one with caches and without fields; `candidate` is the last result of the search
/// (SearchTree::none when fresh), in and out.
void fillBiomes(const BiomeSource &source, const ClimateEntries &climate, SamplerContext &context,
                i32 chunkX, i32 chunkZ, Level level, i32 &candidate, ChunkBiomes &out);

/// Climates of quarts asked for lately, of one context without caches: there the point path is a
/// function of the block. Neighbours of a quart do not take its place.
struct ClimateMemo {
  struct Quart {
    bool known = false;
    i32 qx = 0, qy = 0, qz = 0;
    ClimateTarget climate{};
  };
  Quart quarts[64];
};

/// One quart over the point path, y not clamped (6). `memo` may be null.
BiomeId biomeAtQuart(const BiomeSource &source, const ClimateEntries &climate,
                     SamplerContext &context, i32 qx, i32 qy, i32 qz, i32 &candidate,
                     ClimateMemo *memo = nullptr);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BIOME_SOURCE_H
