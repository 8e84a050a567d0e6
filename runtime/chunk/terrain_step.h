//===- terrain_step.h - Biomes, fill, materials and carvers of a chunk (spec 30, 4) -===//

#ifndef TERRANE_RUNTIME_CHUNK_TERRAIN_STEP_H
#define TERRANE_RUNTIME_CHUNK_TERRAIN_STEP_H

#include "runtime/aquifer/aquifer.h"
#include "runtime/biome/source.h"
#include "runtime/biome/zoom.h"
#include "runtime/carver/apply.h"
#include "runtime/carver/plan.h"
#include "runtime/chunk/beardifier.h"
#include "runtime/chunk/blend_biomes.h"
#include "runtime/chunk/blender.h"
#include "runtime/chunk/chunk.h"
#include "runtime/chunk/premade.h"
#include "runtime/material/stage.h"

#include <memory>
#include <optional>
#include <string>

namespace terrane::rt {

/// One dimension of one world: all that its chunks have in common. Immutable once built, free to
/// share between threads.
class TerrainWorld {
public:
  struct Parts {
    i64 seed = 0;
    Level level{0, 0};
    /// With whatever it points to.
    std::shared_ptr<const TerrainSettings> settings;
    /// The settings' functions (entries `router:...`, `aquifers:...` and those of the veins).
    std::shared_ptr<const Generator> functions;
    /// For this world, level and table of biomes.
    std::shared_ptr<const MaterialRule> rule;
    std::shared_ptr<const BiomeSource> biomes;
    /// For this table of biomes and the settings' states; null: nothing is carved.
    std::shared_ptr<const CarverSet> carvers;
    /// Makes many chunks at once, for generateRegion; may be null.
    std::shared_ptr<BatchEngine> batches;
  };
  /// Null, with a message in `error`, where the functions lack an entry.
  static std::shared_ptr<const TerrainWorld> create(Parts parts, std::string &error);

  i64 seed() const { return parts.seed; }
  const Level &level() const { return parts.level; }
  /// Y0 and H (2.6); H is 0 or less where the settings fill nothing of the level.
  const Level &filled() const { return range; }
  const TerrainSettings &settings() const { return *parts.settings; }
  const Generator &functions() const { return *parts.functions; }
  const BiomeSource &biomes() const { return *parts.biomes; }
  const MaterialSystem &materials() const { return system; }
  /// Null where nothing is carved.
  const CarverSet *carvers() const { return parts.carvers.get(); }
  BatchEngine *batches() const { return parts.batches.get(); }
  GenerationRange generationRange() const { return GenerationRange::of(settings(), level()); }

private:
  friend class TerrainStep;
  explicit TerrainWorld(Parts parts);

  Parts parts;
  Level range;
  MaterialSystem system;
  PositionalFactory aquiferRandom;
  i64 zoom;
  ClimateEntries climate{};
  std::optional<AquiferEntries> aquifers;
  unsigned finalDensity = 0, chunkSurfaceLevel = 0;
};

/// Generates chunks of a world, one at a time. One per thread; keeps its memory from chunk to
/// chunk. The bytes of a chunk depend on nothing but the world, its place, and what is given for
/// it. Every call computes in Java's mode for floats (math/float_mode.h), whatever the caller's.
class TerrainStep {
public:
  explicit TerrainStep(std::shared_ptr<const TerrainWorld> world);

  const TerrainWorld &world() const { return *owner; }
  /// An empty chunk of the world.
  Chunk makeChunk() const { return Chunk(0, 0, owner->level(), owner->settings()); }

  /// The stored biomes of a chunk (4.1). Every chunk starts without a last result of the search
  /// (spec 50, 5), so that the order of chunks does not matter. With a blender that is neither null
  /// nor empty they are blended (9.4), which throws as fillBlendedBiomes.
  void biomes(i32 chunkX, i32 chunkZ, ChunkBiomes &out, const BiomeBlender *blender = nullptr);

  /// Noise fill (4.2, 1 to 6) into `chunk`, which is emptied first. What is null is absent; an
  /// empty blender counts as absent.
  void fill(Chunk &chunk, i32 chunkX, i32 chunkZ, const Beardifier *beardifier = nullptr,
            const Blender *blender = nullptr);

  /// Materials (7) of the chunk that was filled last, by the same context. `biomes` are those of
  /// the 3 x 3 chunks around, index (dz + 1) * 3 + dx + 1. False, with a message, where the game
  /// would fail.
  bool materials(Chunk &chunk, const std::array<const ChunkBiomes *, 9> &biomes,
                 std::string &error);

  /// In the place of `fill` and `materials`: the chunk at this place has been made elsewhere and is
  /// to be carved. Exact only where what sampler cells hold cannot be seen, as of chunks that a
  /// BatchEngine makes.
  void adopt(i32 chunkX, i32 chunkZ);

  /// Carvers (8) of the chunk that was filled last and has its materials: its mask, applied. No
  /// stored biomes are needed (spec 60, 7). `filter` as of applyCarving. False, with a message,
  /// where the game would fail.
  bool carve(Chunk &chunk, std::string &error, const BlendingFilter &filter = {});

  /// The first half of `carve`: the mask of a chunk (spec 60, 1 to 6), which needs no blocks and
  /// may be made at any time. Cheap for chunks near those before. False as `carve`.
  bool carvingMask(i32 chunkX, i32 chunkZ, CarvingMask &out, std::string &error);
  /// The second half (spec 60, 7): the chunk that was filled last gets what its mask says.
  /// `redressed` and `filter` as of applyCarving. False as `carve`.
  bool applyMask(Chunk &chunk, const CarvingMask &mask, std::string &error,
                 i64 *redressed = nullptr, const BlendingFilter &filter = {});

private:
  Volume begin(i32 chunkX, i32 chunkZ, ContextFields fields);
  void expectRepeats();
  BiomeId pointBiome(i32 qx, i32 qy, i32 qz, i32 &candidate);

  std::shared_ptr<const TerrainWorld> owner;
  std::unique_ptr<SamplerContext> biomeContext, terrainContext;
  // Null where nothing is carved.
  std::unique_ptr<SamplerContext> pointContext; ///< without caches
  ClimateMemo climateMemo;                      ///< of `pointContext`
  std::unique_ptr<CarverPlanner> planner;
  CarvingMask mask;
  Aquifer aquifer;
  MaterialStage stage;
  std::vector<f32> density;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_CHUNK_TERRAIN_STEP_H
