//===- terrain_step.cpp - Biomes, fill and materials of a chunk -----------===//

#include "runtime/chunk/terrain_step.h"

#include "runtime/chunk/fill.h"

namespace terrane::rt {

TerrainWorld::TerrainWorld(Parts given)
    : parts(std::move(given)), range(noiseRange(*parts.settings, parts.level)),
      system(parts.seed, *parts.settings),
      aquiferRandom(system.random().positional("minecraft:aquifer")), zoom(zoomSeed(parts.seed)) {}

std::shared_ptr<const TerrainWorld> TerrainWorld::create(Parts parts, std::string &error) {
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
      stage(owner->system, *owner->parts.rule, owner->biomes().table, owner->chunkSurfaceLevel) {}

void TerrainStep::biomes(i32 chunkX, i32 chunkZ, ChunkBiomes &out) {
  biomeContext->reset({});
  i32 candidate = SearchTree::none;
  fillBiomes(owner->biomes(), owner->climate, *biomeContext, chunkX, chunkZ, owner->level(),
             candidate, out);
}

void TerrainStep::fill(Chunk &chunk, i32 chunkX, i32 chunkZ, const Beardifier *beardifier,
                       const Blender *blender) {
  chunk.reset(chunkX, chunkZ);
  if (owner->filled().height <= 0)
    return;
  terrainContext->reset({beardifier, blender && !blender->empty() ? blender : nullptr});
  Volume volume;
  volume.sx = volume.sz = 16;
  volume.sy = owner->filled().height;
  volume.mx = chunkX * 16;
  volume.my = owner->filled().minY;
  volume.mz = chunkZ * 16;
  aquifer.begin(owner->settings(), owner->aquifers ? &*owner->aquifers : nullptr,
                owner->aquiferRandom, *terrainContext, volume);
  density.resize(volume.count());
  terrainContext->volume(owner->finalDensity, density.data(), volume);
  fillNoise(chunk, owner->settings(), aquifer, density.data(), volume);
}

bool TerrainStep::materials(Chunk &chunk, const std::array<const ChunkBiomes *, 9> &biomes,
                            std::string &error) {
  if (owner->filled().height <= 0)
    return true;
  return stage.run(chunk, BiomeLookup(owner->zoom, biomes), *terrainContext, error);
}

} // namespace terrane::rt
