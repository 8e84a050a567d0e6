//===- world_tables.cpp - What a device knows of a world ------------------===//

#include "runtime/cuda/world_tables.h"

#include "runtime/cuda/biome_tree_build.h"
#include "runtime/cuda/upload.h"
#include "runtime/material/compiled_rule.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace terrane::rt::cuda {

static FactoryWords wordsOf(const PositionalFactory &factory) {
  SeedPair words = factory.words();
  return {words.lo, words.hi, factory.isLegacy()};
}

template <class T> const T *WorldTables::put(const T *values, std::size_t count) {
  buffers.push_back(uploadArray(device, values, i64(count)));
  return buffers.back().as<const T>();
}

const NoiseStack *WorldTables::putNoises(const NoiseStack *stacks, i32 count) {
  DeviceNoises made = uploadNoises(device, stacks, count);
  const NoiseStack *views = made.noises();
  buffers.push_back(std::move(made.layers));
  buffers.push_back(std::move(made.stacks));
  return views;
}

WorldTables::WorldTables(Device &device, const TerrainWorld &world,
                         const std::shared_ptr<const KernelWorld> &module)
    : device(device) {
  auto entry = [&](const std::string &name) {
    std::optional<i32> found = module->entry(name);
    if (!found)
      throw DeviceError(DeviceError::Absent, "the generator's text has no entry '" + name + "'");
    return *found;
  };
  const char *const names[] = {"temperature", "vegetation", "continents",
                               "erosion",     "depth",      "ridges"};
  for (i32 d = 0; d < 6; ++d)
    climate[d] = entry(std::string("router:") + names[d]);
  finalDensity = entry("router:final_density");
  chunkSurfaceLevel = entry("router:chunk_surface_level");
  surfaceLevel = world.settings().aquifers ? entry("aquifers:surface_level") : 0;

  const TerrainSettings &settings = world.settings();
  filled.context.noises = putNoises(module->noises(), module->module().numNoises);
  filled.context.islands = put(&module->islands(), 1);
  filled.level = world.level();
  filled.filled = world.filled();
  filled.seaLevel = settings.seaLevel;
  filled.named = settings.named;
  filled.flags = put(world.materials().stateFlags().data(), world.materials().stateFlags().size());
  filled.quartHeight = world.level().height / 4;
  filled.minQuartY = world.level().minY >> 2;
  filled.aquifer.enabled = settings.aquifers;
  filled.aquifer.random = wordsOf(world.materials().random().positional("minecraft:aquifer"));
  putBiomes(world);
  putMaterials(world, module);
}

void WorldTables::putBiomes(const TerrainWorld &world) {
  const auto *source = std::get_if<MultiNoiseSource>(&world.biomes().kind);
  if (!source)
    return;
  const SearchTree &search = *source->tree;
  std::vector<u16> biomes;
  biomes.reserve(std::size_t(search.numLeaves()));
  for (i32 leaf = 0; leaf < search.numLeaves(); ++leaf)
    biomes.push_back(u16(search.value(leaf)));
  const std::vector<SearchNode> &nodes = search.allNodes();
  const NarrowTree narrow = buildNarrowTree(nodes);
  tree = BiomeTree{put(nodes.data(), nodes.size()),
                   put(search.nodesOfLeaves().data(), search.nodesOfLeaves().size()),
                   put(biomes.data(), biomes.size()),
                   i32(nodes.size()),
                   narrow.nodes.empty() ? nullptr : put(narrow.nodes.data(), narrow.nodes.size()),
                   i32(narrow.intervals.size()),
                   {}};
  std::copy(narrow.intervals.begin(), narrow.intervals.end(), tree->intervals);
}

void WorldTables::putMaterials(const TerrainWorld &world,
                               const std::shared_ptr<const KernelWorld> &module) {
  const MaterialSystem &system = world.materials();
  const BiomeTable &biomes = world.biomes().table;
  const TerrainSettings &settings = world.settings();
  MaterialBatch &m = filled.material;

  CompiledRule rule(module, world.level(), biomes);
  const KernelMaterial &material = *module->module().material;
  m.anchors = put(rule.ruleTables().anchors, std::size_t(material.numAnchors));
  m.gradients = put(rule.ruleTables().gradients, std::size_t(material.numGradients));
  std::vector<FactoryWords> factories;
  for (const PositionalFactory &factory : rule.gradientFactories())
    factories.push_back(wordsOf(factory));
  m.gradientRandom = put(factories.data(), factories.size());
  std::vector<TableBytes> members;
  members.reserve(std::size_t(material.numBiomeSets));
  for (i32 s = 0; s < material.numBiomeSets; ++s)
    members.push_back({rule.ruleTables().members[s], i64(biomes.biomes.size())});
  DeviceTables sets = uploadTables(device, members);
  m.members = sets.as<u8>();
  buffers.push_back(std::move(sets.data));
  buffers.push_back(std::move(sets.pointers));
  m.numBiomeSets = material.numBiomeSets;
  m.numVeins = material.numVeins;
  m.veinEntries = put(material.veinEntries, 3 * std::size_t(material.numVeins));
  for (i32 v = 0; v < material.numVeins; ++v)
    for (i32 part = 0; part < 2; ++part)
      veins.push_back(i32(material.veinEntries[3 * v + part]));

  m.random = wordsOf(system.random().root());
  m.ore = wordsOf(system.oreFactory());
  std::vector<NoiseStack> stacks;
  stacks.reserve(numSystemNoises);
  for (i32 n = 0; n < numSystemNoises; ++n)
    stacks.push_back(system.noiseView(SystemNoise(n)));
  m.systemNoises = putNoises(stacks.data(), numSystemNoises);
  m.temperature = put(system.temperature().tables(), TemperatureNoise::numTables);
  m.bands = put(system.clayBands().data(), system.clayBands().size());
  m.zoomSeed = zoomSeed(world.seed());
  std::vector<f32> temperatures;
  std::vector<u8> frozen;
  m.numBiomes = i32(biomes.biomes.size());
  for (const Biome &biome : biomes.biomes) {
    temperatures.push_back(biome.temperature);
    frozen.push_back(biome.frozen);
  }
  m.biomeTemperature = put(temperatures.data(), temperatures.size());
  m.biomeFrozen = put(frozen.data(), frozen.size());
  auto find = [&](const char *id) {
    std::optional<BiomeId> found = biomes.find(id);
    return found ? i32(*found) : -1;
  };
  m.erodedBadlands = find("minecraft:eroded_badlands");
  m.frozenOcean = find("minecraft:frozen_ocean");
  m.deepFrozenOcean = find("minecraft:deep_frozen_ocean");
  const BlockState &ground = settings.states[settings.named.defaultBlock];
  std::vector<u8> isGround;
  isGround.reserve(std::size_t(settings.numStates));
  for (i32 s = 0; s < settings.numStates; ++s)
    isGround.push_back(settings.states[s].block == ground.block);
  m.isGround = put(isGround.data(), isGround.size());
  m.voidGround = std::string_view(ground.name) == "minecraft:void_air";
}

i64 WorldTables::bytes() const {
  i64 sum = 0;
  for (const DeviceBuffer &buffer : buffers)
    sum += buffer.bytes();
  return sum;
}

} // namespace terrane::rt::cuda
