//===- stage.h - The material step of a chunk (spec 40) -------------------===//
//
// Everything around the rule: volumes, vein functions, columns, pillars, icebergs. The rule itself
// is behind rule.h.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_STAGE_H
#define TERRANE_RUNTIME_MATERIAL_STAGE_H

#include "runtime/biome/zoom.h"
#include "runtime/chunk/chunk.h"
#include "runtime/chunk/generator.h"
#include "runtime/material/rule.h"
#include "runtime/material/system.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace terrane::rt {

/// Gives chunks their materials. Made for one thread and used for one chunk after the other; it
/// keeps its memory.
class MaterialStage {
public:
  using BiomeAt = std::function<BiomeId(i32 x, i32 y, i32 z)>;

  /// `chunkSurfaceLevel` is the entry of the noise router's function of that name. `rule` and
  /// `biomes` belong to the world and level of the chunks to come; all three must outlive the
  /// stage.
  MaterialStage(const MaterialSystem &system, const MaterialRule &rule, const BiomeTable &biomes,
                unsigned chunkSurfaceLevel);
  MaterialStage(const MaterialStage &) = delete;
  MaterialStage &operator=(const MaterialStage &) = delete;

  /// Runs on a chunk that was filled, with the sampler context of its fill. False, with a message
  /// in `error` that names the block, where the game would fail (spec 40, 2.1); the chunk is then
  /// not to be used.
  bool run(Chunk &chunk, const BiomeLookup &biomes, SamplerContext &sampler, std::string &error);

  /// What the rule gives for one block of the chunk, as a carver asks for it (spec 40, 12): a state
  /// or noState. `sampler` is the context of the chunk's fill. Fails as `run` does.
  std::optional<i32> topMaterial(Chunk &chunk, const BiomeAt &biomeAt, SamplerContext &sampler,
                                 i32 x, i32 y, i32 z, bool underFluid, std::string &error);

private:
  static MaterialStage &of(MaterialContext *context) {
    return *static_cast<MaterialStage *>(context->stage);
  }
  static i32 beginColumn(MaterialContext *context);
  static void endColumn(MaterialContext *context);
  static void write(MaterialContext *context, i32 y, StateId state);
  static i32 computeMinLevel(MaterialContext *context);
  static u16 blockBiome(MaterialContext *context);
  static bool coldBlock(MaterialContext *context);
  static i32 band(MaterialContext *context);

  void begin(Chunk &chunk, SamplerContext &sampler, const Volume &narrowed, const Volume &surface);
  void enterColumn(i32 lx, i32 lz);
  void setGradients();
  void sampleVeins();
  std::string failure() const;
  void addPillar(i32 surface);
  void addIceberg();

  const MaterialSystem &system;
  const MaterialRule &rule;
  const BiomeTable &biomes;
  unsigned surfaceLevelEntry;
  // Those of the biomes with extensions that the world has; -1 for the others.
  i32 erodedBadlands = -1, frozenOcean = -1, deepFrozenOcean = -1;

  MaterialContext context{};
  std::vector<f32> veinValues;
  std::vector<VeinBuffers> veinBuffers;

  // The chunk.
  Chunk *chunk = nullptr;
  SamplerContext *sampler = nullptr;
  const BiomeLookup *lookup = nullptr; ///< null: `biomeAt` answers
  const BiomeAt *biomeAt = nullptr;
  Volume surfaceVolume;
  f32 surfaceLevels[256];
  bool hasSurfaceLevels = false;

  // The column.
  BiomeId surfaceBiome = 0;
  i32 surfaceHeight = 0; ///< when the column's walk began
  i32 bandShift = 0;
  bool hasBandShift = false;

  // The block whose biome was asked for last.
  i32 biomeY = 0;
  BiomeId biome = 0;
  bool hasBiome = false;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_STAGE_H
