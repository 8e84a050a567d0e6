//===- material_world.h - Chunks and their batch for the material step ----===//
//
// A rectangle of made-up chunks twice: as chunks for MaterialStage, and as a Batch.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TEST_UNIT_CUDA_MATERIAL_WORLD_H
#define TERRANE_TEST_UNIT_CUDA_MATERIAL_WORLD_H

#include "../material/support.h"
#include "runtime/cuda/materials.h"
#include "runtime/material/stage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace terrane::test {

constexpr unsigned levelEntry = 3;
constexpr rt::u32 veinEntries[6] = {7, 8, 9, 10, 11, 12};
constexpr int numRuleNoises = 2, numGradients = 2, numSets = 3;

/// Functions that are hashes of a position; NaN now and then.
inline float functionAt(unsigned entry, bool volumePath, int x, int y, int z) {
  const rt::u64 h = mixed(99 + entry * 2 + volumePath, {x, y, z});
  const float unit = float(h >> 40) * 0x1p-24f;
  if (entry == levelEntry)
    return unit * 100.0f - 50.0f;
  return (h & 63) == 0 ? rt::fromBits(0x7FC00000u) : unit * 2.0f - 1.0f;
}

class HashSampler : public SamplerContext {
public:
  void volume(unsigned entry, float *out, const rt::Volume &v) override {
    for (rt::i32 k = 0; k < v.sz; ++k)
      for (rt::i32 i = 0; i < v.sx; ++i)
        for (rt::i32 j = 0; j < v.sy; ++j)
          *out++ = functionAt(entry, true, v.blockX(i), v.blockY(j), v.blockZ(k));
  }
  float point(unsigned entry, int x, int y, int z) override {
    ++(entry % 3 == 0 ? gaps : outside);
    return functionAt(entry, false, x, y, z);
  }
  void reset(ContextFields) override {}

  int outside = 0; ///< points of densities and richnesses: above or below the narrowed volume
  int gaps = 0;
};

/// What a generator's text has for its veins.
struct VeinFunctions {
  struct Veins {
    const rt::cuda::StageArguments *of;
    rt::i32 i, k;
    Veins(const rt::cuda::StageArguments *of, rt::i32 i, rt::i32 k) : of(of), i(i), k(k) {}
    rt::f32 at(rt::u32 entry, const rt::cuda::StageArguments &a, rt::i32 j) const {
      return functionAt(entry, true, a.volume.blockX(i), a.volume.blockY(j), a.volume.blockZ(k));
    }
    rt::f32 density(rt::i32 vein, rt::i32 j) const {
      return at(veinEntries[3 * vein], of[2 * vein], j);
    }
    rt::f32 richness(rt::i32 vein, rt::i32 j) const {
      return at(veinEntries[3 * vein + 1], of[2 * vein + 1], j);
    }
  };
  static rt::f32 fillerGap(rt::i32 vein, const rt::cuda::DeviceContext *, rt::i32 x, rt::i32 y,
                           rt::i32 z) {
    return functionAt(veinEntries[3 * vein + 2], false, x, y, z);
  }
};

/// A world and the tables of its rules.
struct MaterialWorld {
  MaterialWorld(rt::i64 seed, bool legacy, rt::Level level = testLevel,
                rt::StateId defaultBlock = Stone)
      : level(level), table(TestBiomes::table()), random(seed, legacy) {
    settings.terrain.legacyRandomSource = legacy;
    settings.terrain.named.defaultBlock = defaultBlock;
    settings.terrain.minY = level.minY + 16;
    settings.terrain.height = level.height - 32;
    system.emplace(seed, settings.terrain);
    for (int n = 0; n < numRuleNoises; ++n) {
      rt::NoiseParameters p;
      p.baseOctave = -4 - n;
      p.octaveCount = 2;
      p.baseAmplitude = 1.0;
      noises.push_back(*makeNoiseFor(random, "test:noise_" + std::to_string(n), p, false));
    }
    for (const rt::Noise &noise : noises)
      stacks.push_back(noise.view());
    for (int g = 0; g < numGradients; ++g)
      gradientFactories.push_back(random.positional("test:gradient_" + std::to_string(g)));
    for (const auto &set : {std::vector<int>{1, 4}, {2, 3}, {0, 1, 2, 3, 4}}) {
      members.emplace_back(table.biomes.size(), rt::u8(0));
      for (int biome : set)
        members.back()[std::size_t(biome)] = 1;
    }
    for (const std::vector<rt::u8> &set : members)
      memberPointers.push_back(set.data());
  }

  rt::Level level;
  TestSettings settings;
  rt::BiomeTable table;
  rt::WorldRandom random;
  std::optional<rt::MaterialSystem> system;
  std::vector<rt::Noise> noises;
  std::vector<rt::NoiseStack> stacks;
  const rt::i32 anchors[2] = {20, -10};
  const rt::GradientRange ranges[numGradients] = {{-30, -20}, {10, 60}};
  std::vector<rt::PositionalFactory> gradientFactories;
  std::vector<std::vector<rt::u8>> members;
  std::vector<const rt::u8 *> memberPointers;
  const rt::i64 zoomSeed = 987654321;
};

/// A rule's function on a MaterialContext, as CompiledRule has one: with what is known of the
/// chunk's biomes.
template <class Apply> class TextRule : public rt::MaterialRule {
public:
  TextRule(const MaterialWorld &world, bool withVeins, Apply apply)
      : world(world), function(apply) {
    if (withVeins)
      allVeins = {{7, 8, 9}, {10, 11, 12}};
  }
  const std::vector<rt::Vein> &veins() const override { return allVeins; }
  void walk(rt::MaterialContext &context, const std::vector<bool> *present) const override {
    rt::u8 verdicts[numSets];
    for (int s = 0; s < numSets; ++s) {
      bool any = false, all = true;
      for (std::size_t b = 0; b < present->size(); ++b)
        if ((*present)[b]) {
          any |= world.members[s][b] != 0;
          all &= world.members[s][b] != 0;
        }
      verdicts[s] = !any ? rt::BiomeNever : all ? rt::BiomeAlways : rt::BiomeByBlock;
    }
    rt::RuleTables tables = {world.stacks.data(),         world.anchors, world.ranges,   verdicts,
                             world.memberPointers.data(), veinEntries,   &gradientFloat, &world};
    function(context, tables);
  }
  rt::i32 apply(rt::MaterialContext &, const std::vector<bool> *) const override {
    return rt::noState;
  }

private:
  static rt::f32 gradientFloat(const rt::RuleTables *tables, const rt::MaterialContext *c,
                               rt::i32 gradient) {
    const auto *world = static_cast<const MaterialWorld *>(tables->host);
    return world->gradientFactories[std::size_t(gradient)].at(c->x, c->y, c->z).nextFloat();
  }

  const MaterialWorld &world;
  Apply function;
  std::vector<rt::Vein> allVeins;
};

/// Made-up chunks in a rectangle, and their batch.
struct MaterialRect {
  MaterialRect(const MaterialWorld &world, int chunkX, int chunkZ, std::mt19937 &random,
               rt::i32 fillFrom = 0)
      : world(world) {
    using namespace rt;
    const i32 border = sizeX + 2;
    for (i32 i = 0; i < border * (sizeZ + 2); ++i) {
      ChunkBiomes c;
      c.chunkX = chunkX + i % border - 1;
      c.chunkZ = chunkZ + i / border - 1;
      c.minQuartY = world.level.minY >> 2;
      c.quartHeight = world.level.height >> 2;
      c.ids.resize(std::size_t(16) * std::size_t(c.quartHeight));
      const i32 kind = i32(random() % 8); // one biome, or mixed
      for (BiomeId &id : c.ids)
        id = BiomeId(kind < 5 ? u32(kind) : u32(random()) % 5);
      biomes.push_back(std::move(c));
    }
    for (i32 n = 0; n < sizeX * sizeZ; ++n) {
      chunks.emplace_back(chunkX + n % sizeX, chunkZ + n / sizeX, world.level,
                          world.settings.terrain);
      fill(chunks.back(), random, world.level.minY + 16 + (random() % 2 ? fillFrom : 0));
    }
    makeBatch(chunkX, chunkZ);
  }

  /// Runs of blocks of random lengths up to a random height; see stage_test.cpp.
  static void fill(rt::Chunk &chunk, std::mt19937 &random, int bottom) {
    auto below = [&](unsigned bound) { return int(unsigned(random()) % bound); };
    const rt::StateId all[] = {Air,   CaveAir, Stone,     OtherStone, Water,
                               Lava,  Stone,   WetStairs, PowderSnow, FlowingWater,
                               Stone, Stone,   Stone,     Terracotta, PackedIce};
    const rt::StateId some[] = {Stone, Stone, Stone, Air, Lava, CaveAir};
    const bool busy = below(2), ocean = below(2);
    for (int lx = 0; lx < 16; ++lx)
      for (int lz = 0; lz < 16; ++lz) {
        int y = bottom;
        const int top = busy ? y + below(129) : below(60);
        while (y < top) {
          const rt::StateId state =
              busy ? all[below(std::size(all))] : some[below(std::size(some))];
          for (int end = std::min(top, y + 1 + below(busy ? 5 : 40)); y < end; ++y)
            if (state != Air)
              chunk.set(lx, y, lz, state);
        }
        if (ocean && !busy)
          for (; y < 40; ++y)
            chunk.set(lx, y, lz, Water);
      }
  }

  static rt::FactoryWords wordsOf(const rt::PositionalFactory &factory) {
    const rt::SeedPair words = factory.words();
    return {words.lo, words.hi, factory.isLegacy()};
  }

  void makeBatch(int chunkX, int chunkZ) {
    using namespace rt;
    const TerrainSettings &settings = world.settings.terrain;
    const std::size_t height = std::size_t(world.level.height);
    batch.context.noises = world.stacks.data();
    batch.chunkX = chunkX, batch.chunkZ = chunkZ;
    batch.chunksX = sizeX, batch.chunksZ = sizeZ;
    batch.level = world.level;
    batch.filled = noiseRange(settings, world.level);
    batch.seaLevel = settings.seaLevel;
    batch.named = settings.named;
    batch.flags = world.system->stateFlags().data();
    batch.volume = {16 * sizeX,  batch.filled.height, 16 * sizeZ,
                    16 * chunkX, batch.filled.minY,   16 * chunkZ};
    for (const ChunkBiomes &c : biomes)
      biomeIds.insert(biomeIds.end(), c.ids.begin(), c.ids.end());
    batch.biomes = biomeIds.data();
    batch.quartHeight = world.level.height >> 2;
    batch.minQuartY = world.level.minY >> 2;
    for (const Chunk &chunk : chunks) {
      blocks.insert(blocks.end(), chunk.blocks().begin(), chunk.blocks().end());
      surfaces.insert(surfaces.end(), chunk.worldSurfaces().begin(), chunk.worldSurfaces().end());
      floors.insert(floors.end(), chunk.oceanFloors().begin(), chunk.oceanFloors().end());
      tops.push_back(chunk.topOfFilledSections());
    }
    before = blocks;
    marks.resize(chunks.size() * 256 * std::size_t(batch.markWords()));
    redo.resize(chunks.size());
    batch.blocks = blocks.data();
    batch.worldSurface = surfaces.data();
    batch.oceanFloor = floors.data();
    batch.topFilled = tops.data();
    batch.materialMarks = marks.data();
    batch.redo = redo.data();
    EXPECT_EQ(blocks.size(), chunks.size() * 256 * height);

    cuda::MaterialBatch &m = batch.material;
    m.anchors = world.anchors;
    m.gradients = world.ranges;
    for (const PositionalFactory &factory : world.gradientFactories)
      gradientWords.push_back(wordsOf(factory));
    m.gradientRandom = gradientWords.data();
    m.members = world.memberPointers.data();
    m.numBiomeSets = numSets;
    m.numVeins = 2;
    m.veinEntries = veinEntries;
    veins.resize(4);
    for (cuda::StageArguments &a : veins)
      a.volume = batch.volume;
    m.veins = veins.data();
    m.random = wordsOf(world.system->random().root());
    m.ore = wordsOf(world.system->oreFactory());
    for (i32 n = 0; n < numSystemNoises; ++n)
      systemNoises.push_back(world.system->noiseView(SystemNoise(n)));
    m.systemNoises = systemNoises.data();
    m.temperature = world.system->temperature().tables();
    m.bands = world.system->clayBands().data();
    m.zoomSeed = world.zoomSeed;
    for (const Biome &biome : world.table.biomes) {
      temperatures.push_back(biome.temperature);
      frozen.push_back(biome.frozen);
    }
    m.biomeTemperature = temperatures.data();
    m.biomeFrozen = frozen.data();
    m.numBiomes = i32(frozen.size());
    m.erodedBadlands = 1, m.frozenOcean = 2, m.deepFrozenOcean = 3;
    for (i32 s = 0; s < settings.numStates; ++s)
      isGround.push_back(settings.states[s].block ==
                         settings.states[settings.named.defaultBlock].block);
    m.isGround = isGround.data();
    m.voidGround = settings.named.defaultBlock == VoidAir;
    levels.resize(std::size_t(256) * sizeX * sizeZ);
    HashSampler().volume(levelEntry, levels.data(),
                         {16 * sizeX, 1, 16 * sizeZ, 16 * chunkX, 0, 16 * chunkZ});
    m.surfaceLevels = levels.data();
  }

  /// A thread of the kernel.
  using Thread = void (*)(const rt::cuda::Batch &, rt::i32 diagonal, rt::i64 thread);

  /// Runs all launches, the threads of a diagonal in any order and some too many.
  void run(std::mt19937 &random, Thread kernel, bool backwards = false) {
    std::vector<rt::i64> threads;
    for (int d = 0; d < rt::cuda::materialDiagonals; ++d) {
      const rt::i32 diagonal = backwards ? rt::cuda::materialDiagonals - 1 - d : d;
      threads.resize(std::size_t(rt::cuda::columnsOfDiagonal(diagonal)) * chunks.size() + 7);
      for (std::size_t n = 0; n < threads.size(); ++n)
        threads[n] = rt::i64(n);
      std::shuffle(threads.begin(), threads.end(), random);
      for (rt::i64 thread : threads)
        kernel(batch, diagonal, thread);
    }
  }

  /// A thread of `materials_at_once`.
  using AtOnce = void (*)(const rt::cuda::Batch &, rt::i64 thread);

  /// The launches of the pipeline: all columns at once, in any order, then the diagonals of the
  /// chunks where a height has changed, which begin anew.
  void runAtOnce(std::mt19937 &random, AtOnce atOnce, Thread kernel) {
    surfacesBefore = surfaces;
    const std::vector<rt::i32> floorsBefore = floors;
    uneven.assign(chunks.size(), 0);
    steepAsked.assign(256 * chunks.size(), 0);
    batch.surfaceBefore = surfacesBefore.data();
    batch.uneven = uneven.data();
    batch.steepAsked = steepAsked.data();
    std::vector<rt::i64> threads(256 * chunks.size() + 7);
    for (std::size_t n = 0; n < threads.size(); ++n)
      threads[n] = rt::i64(n);
    std::shuffle(threads.begin(), threads.end(), random);
    for (rt::i64 thread : threads)
      atOnce(batch, thread);
    for (rt::i64 thread : threads)
      rt::cuda::unevenChunk(batch, thread);
    // As refill_columns.
    const std::size_t height = std::size_t(world.level.height);
    const std::size_t words = std::size_t(batch.markWords());
    for (std::size_t n = 0; n < chunks.size(); ++n)
      if (uneven[n]) {
        std::copy_n(&before[n * 256 * height], 256 * height, &blocks[n * 256 * height]);
        std::copy_n(&surfacesBefore[n * 256], 256, &surfaces[n * 256]);
        std::copy_n(&floorsBefore[n * 256], 256, &floors[n * 256]);
        std::fill_n(&marks[n * 256 * words], 256 * words, 0u);
        redo[n] = 0;
      }
    run(random, kernel);
  }

  rt::BiomeLookup lookup(int n) const {
    std::array<const rt::ChunkBiomes *, 9> around{};
    for (int i = 0; i < 9; ++i) {
      const int at = n % sizeX + i % 3 + (n / sizeX + i / 3) * (sizeX + 2);
      around[std::size_t(i)] = &biomes[std::size_t(at)];
    }
    return {world.zoomSeed, around};
  }

  /// The marks of a chunk as a Chunk holds them: in order of x, then z, then y downwards.
  std::vector<std::vector<rt::u16>> marksOf(int n) const {
    std::vector<std::vector<rt::u16>> result(std::size_t(world.level.height / 16));
    for (int lx = 0; lx < 16; ++lx)
      for (int lz = 0; lz < 16; ++lz)
        for (int row = world.level.height - 1; row >= 0; --row)
          if (batch.marks(batch.materialMarks, n, lx, lz)[row / 32] >> (row % 32) & 1)
            result[std::size_t(row / 16)].push_back(
                rt::u16(lx | ((world.level.minY + row) & 15) << 4 | lz << 8));
    return result;
  }

  static constexpr int sizeX = 3, sizeZ = 2;
  const MaterialWorld &world;
  std::vector<rt::ChunkBiomes> biomes; ///< of the bordered rectangle
  std::vector<rt::Chunk> chunks;
  rt::cuda::Batch batch{};

  std::vector<rt::u16> biomeIds;
  std::vector<rt::StateId> blocks, before;
  std::vector<rt::i32> surfaces, surfacesBefore, steepAsked, floors, tops;
  std::vector<rt::u32> marks, redo, uneven; ///< `uneven`: empty but with runAtOnce
  std::vector<rt::FactoryWords> gradientWords;
  std::vector<rt::cuda::StageArguments> veins;
  std::vector<rt::NoiseStack> systemNoises;
  std::vector<rt::f32> temperatures, levels;
  std::vector<rt::u8> frozen, isGround;
};

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_CUDA_MATERIAL_WORLD_H
