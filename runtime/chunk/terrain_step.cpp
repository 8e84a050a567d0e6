//===- terrain_step.cpp - Biomes, fill, materials and carvers of a chunk --===//

#include "runtime/chunk/terrain_step.h"

#include "runtime/chunk/fill.h"
#include "runtime/math/float_mode.h"

namespace terrane::rt {

TerrainWorld::TerrainWorld(Parts given)
    : parts(std::move(given)), range(noiseRange(*parts.settings, parts.level)),
      system(parts.seed, *parts.settings),
      aquiferRandom(system.random().positional("minecraft:aquifer")), zoom(zoomSeed(parts.seed)) {}

std::shared_ptr<const TerrainWorld> TerrainWorld::create(Parts parts, std::string &error) {
  FloatMode mode;
  std::shared_ptr<TerrainWorld> world(new TerrainWorld(std::move(parts)));
  auto entry = [&](const std::string &name) {
    std::optional<unsigned> found = world->functions().entry(name);
    if (!found && error.empty())
      error = "the generator has no entry '" + name + "'";
    return found.value_or(0);
  };
  const char *climate[] = {"temperature", "vegetation", "continents", "erosion", "depth", "ridges"};
  for (int i = 0; i < 6; ++i)
    world->climate.entries[i] = entry(std::string("router:") + climate[i]);
  world->finalDensity = entry("router:final_density");
  world->chunkSurfaceLevel = entry("router:chunk_surface_level");
  if (world->settings().aquifers)
    world->aquifers = AquiferEntries{entry("aquifers:barrier"),
                                     entry("aquifers:fluid_level_floodedness"),
                                     entry("aquifers:fluid_level_spread"),
                                     entry("aquifers:lava"),
                                     entry("aquifers:exclusion"),
                                     entry("aquifers:surface_level")};
  if (!error.empty())
    return nullptr;
  return world;
}

TerrainStep::TerrainStep(std::shared_ptr<const TerrainWorld> world)
    : owner(std::move(world)), biomeContext(owner->functions().context(/*caches=*/true)),
      terrainContext(owner->functions().context(/*caches=*/true)),
      stage(owner->system, *owner->parts.rule, owner->biomes().table, owner->chunkSurfaceLevel) {
  expectRepeats();
  const CarverSet *carvers = owner->carvers();
  if (!carvers || carvers->empty())
    return;
  pointContext = owner->functions().context(/*caches=*/false);
  // Each source chunk is looked up without a last result, so that the order of chunks does not
  // matter; the game's search history could show in ties alone, between biomes of different lists.
  auto listAt = [this, carvers](i32 x, i32 z) {
    i32 candidate = SearchTree::none;
    return carvers->uniform()
               ? 0u
               : carvers->listOfBiome[pointBiome(wrapMul(x, 4), 0, wrapMul(z, 4), candidate)];
  };
  planner = std::make_unique<CarverPlanner>(
      CarverWorld{carvers, owner->seed(), owner->generationRange()}, listAt);
}

BiomeId TerrainStep::pointBiome(i32 qx, i32 qy, i32 qz, i32 &candidate) {
  return biomeAtQuart(owner->biomes(), owner->climate, *pointContext, qx, qy, qz, candidate,
                      &climateMemo);
}

/// An aquifer's cells, and the surfaces around them, are those of its neighbours.
void TerrainStep::expectRepeats() {
  if (!owner->aquifers)
    return;
  const AquiferEntries &e = *owner->aquifers;
  for (unsigned entry : {e.floodedness, e.spread, e.lava, e.exclusion, e.surfaceLevel})
    terrainContext->expectRepeats(entry);
}

void TerrainStep::biomes(i32 chunkX, i32 chunkZ, ChunkBiomes &out, const BiomeBlender *blender) {
  FloatMode mode;
  biomeContext->reset({});
  i32 candidate = SearchTree::none;
  if (blender && !blender->empty()) {
    fillBlendedBiomes(owner->biomes(), owner->climate, *biomeContext, chunkX, chunkZ,
                      owner->level(), candidate, *blender, out);
    return;
  }
  fillBiomes(owner->biomes(), owner->climate, *biomeContext, chunkX, chunkZ, owner->level(),
             candidate, out);
}

/// Everything before the first sample of a density; the chunk's volume.
Volume TerrainStep::begin(i32 chunkX, i32 chunkZ, ContextFields fields) {
  terrainContext->reset(fields);
  Volume volume;
  volume.sx = volume.sz = 16;
  volume.sy = owner->filled().height;
  volume.mx = chunkX * 16;
  volume.my = owner->filled().minY;
  volume.mz = chunkZ * 16;
  aquifer.begin(owner->settings(), owner->aquifers ? &*owner->aquifers : nullptr,
                owner->aquiferRandom, *terrainContext, volume);
  return volume;
}

void TerrainStep::fill(Chunk &chunk, i32 chunkX, i32 chunkZ, const Beardifier *beardifier,
                       const Blender *blender) {
  FloatMode mode;
  chunk.reset(chunkX, chunkZ);
  if (owner->filled().height <= 0)
    return;
  Volume volume =
      begin(chunkX, chunkZ, {beardifier, blender && !blender->empty() ? blender : nullptr});
  density.resize(volume.count());
  terrainContext->volume(owner->finalDensity, density.data(), volume);
  fillNoise(chunk, owner->settings(), aquifer, density.data(), volume);
}

void TerrainStep::adopt(i32 chunkX, i32 chunkZ) {
  FloatMode mode;
  if (owner->filled().height > 0)
    begin(chunkX, chunkZ, {});
}

bool TerrainStep::materials(Chunk &chunk, const std::array<const ChunkBiomes *, 9> &biomes,
                            std::string &error) {
  FloatMode mode;
  if (owner->filled().height <= 0)
    return true;
  return stage.run(chunk, BiomeLookup(owner->zoom, biomes), *terrainContext, error);
}

bool TerrainStep::carve(Chunk &chunk, std::string &error, const BlendingFilter &filter) {
  return carvingMask(chunk.chunkX(), chunk.chunkZ(), mask, error) &&
         applyMask(chunk, mask, error, nullptr, filter);
}

bool TerrainStep::carvingMask(i32 chunkX, i32 chunkZ, CarvingMask &out, std::string &error) {
  FloatMode mode;
  if (planner && owner->filled().height > 0)
    return planner->mask(chunkX, chunkZ, out, error);
  out.reset(owner->generationRange());
  return true;
}

bool TerrainStep::applyMask(Chunk &chunk, const CarvingMask &mask, std::string &error,
                            i64 *redressed, const BlendingFilter &filter) {
  FloatMode mode;
  if (!planner || owner->filled().height <= 0)
    return true;
  // The search goes on from the biome of the last source chunk. It is asked for here, because few
  // chunks get as far as this.
  i32 candidate = SearchTree::none;
  bool asked = false;
  MaterialStage::BiomeAt biomeAt = [&](i32 x, i32 y, i32 z) {
    if (!asked)
      pointBiome(wrapMul(wrapAdd(chunk.chunkX(), carverRadius), 4), 0,
                 wrapMul(wrapAdd(chunk.chunkZ(), carverRadius), 4), candidate);
    asked = true;
    Quart quart = zoomedQuart(owner->zoom, x, y, z);
    return pointBiome(quart.x, quart.y, quart.z, candidate);
  };
  auto topMaterial = [&](i32 x, i32 y, i32 z, bool underFluid) {
    return stage.topMaterial(chunk, biomeAt, *terrainContext, x, y, z, underFluid, error);
  };
  return applyCarving(chunk, mask, aquifer, owner->carvers()->states, topMaterial, redressed,
                      filter);
}

} // namespace terrane::rt
