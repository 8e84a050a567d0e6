//===- stage_test.cpp - The material step of a chunk against its plain form (spec 40) -===//

#include "runtime/material/stage.h"

#include "../kernel/allocations.h"
#include "plain_stage.h"
#include <gtest/gtest.h>
#include <random>

using namespace terrane;
using namespace terrane::rt;
using namespace terrane::test;

namespace {

constexpr unsigned levelEntry = 3;

/// Fills both forms of a chunk alike: runs of blocks of random lengths up to a random height.
/// `busy`: small runs of everything; otherwise mostly stone below an ocean or empty air.
void fillRandomly(Chunk &chunk, PlainStage &plain, std::mt19937 &random, bool busy) {
  auto below = [&](u32 bound) { return i32(u32(random()) % bound); };
  const StateId all[] = {Air,   CaveAir,   Stone,      OtherStone, Water,      FlowingWater, Lava,
                         Stone, WetStairs, PowderSnow, Stone,      Terracotta, PackedIce,    Stone};
  const StateId some[] = {Stone, Stone, Stone, Air, Lava, CaveAir};
  bool ocean = below(2);
  for (i32 lx = 0; lx < 16; ++lx)
    for (i32 lz = 0; lz < 16; ++lz) {
      i32 y = testLevel.minY + 16;
      i32 top = busy ? y + below(128) : below(60);
      while (y < top) {
        StateId state = busy ? all[below(std::size(all))] : some[below(std::size(some))];
        for (i32 end = std::min(top, y + 1 + below(busy ? 5 : 40)); y < end; ++y)
          if (state != Air)
            chunk.set(lx, y, lz, state);
      }
      if (ocean && !busy)
        for (; y < 40; ++y)
          chunk.set(lx, y, lz, Water);
      for (y = testLevel.minY; y < testLevel.minY + testLevel.height; ++y)
        plain.blocks[lx][lz][y - testLevel.minY] = chunk.get(lx, y, lz);
    }
}

/// Writes nothing, solids, air or fluids, as a hash of all it is told says.
int randomRule(u64 seed, const Seen &seen, const std::function<int()> &minLevel) {
  auto [x, y, z, above, below, water, gx, gz, depth] = seen;
  u64 h = mixed(seed, {x, y, z, above, below, water, gx, gz, depth});
  if (h % 5 == 0)
    h = mixed(h, {minLevel()});
  int states[] = {noState, noState, noState, OtherStone, PackedIce, PowderSnow,
                  Air,     CaveAir, Water,   Lava,       WetStairs, Terracotta + 2};
  return states[(h >> 8) % std::size(states)];
}

Seen seenBy(MaterialContext &c) {
  return {c.x, c.y, c.z, c.above, solidBelow(c), c.water, c.gradientX, c.gradientZ, c.surfaceDepth};
}

void expectSameChunks(const Chunk &chunk, const PlainStage &plain) {
  for (i32 lx = 0; lx < 16; ++lx)
    for (i32 lz = 0; lz < 16; ++lz) {
      for (i32 y = testLevel.minY; y < testLevel.minY + testLevel.height; ++y)
        ASSERT_EQ(int(chunk.get(lx, y, lz)), plain.get(lx, y, lz)) << lx << ' ' << y << ' ' << lz;
      ASSERT_EQ(chunk.worldSurface(lx, lz), plain.surfaceOf(lx, lz)) << lx << ' ' << lz;
      ASSERT_EQ(chunk.oceanFloor(lx, lz), plain.height(lx, lz, StateMotion)) << lx << ' ' << lz;
    }
  ASSERT_EQ(chunk.fluidMarks(), plain.marks);
}

TEST(MaterialStage, RandomChunksAgreeWithThePlainForm) {
  std::mt19937 random(1);
  BiomeTable table = TestBiomes::table();
  std::size_t blocksSeen = 0, levelRequests = 0;
  int pillars = 0, iceBlocks = 0;
  for (int legacy = 0; legacy < 2; ++legacy) {
    TestSettings settings;
    settings.terrain.legacyRandomSource = legacy;
    const i64 worldSeed = 31337;
    MaterialSystem system(worldSeed, settings.terrain);
    PlainStage plain(worldSeed, settings);
    u64 ruleSeed = 0;
    std::vector<Seen> seen;
    FunctionRule rule([&](MaterialContext &c) {
      seen.push_back(seenBy(c));
      return randomRule(ruleSeed, seen.back(), [&] { return minSurfaceLevel(c); });
    });
    MaterialStage stage(system, rule, table, levelEntry); // one for all chunks
    Chunk chunk(0, 0, testLevel, settings.terrain);

    for (int n = 0; n < 120; ++n) {
      i32 cx = i32(random() % 4000) - 2000, cz = i32(random() % 4000) - 2000;
      chunk.reset(cx, cz);
      plain.begin(cx, cz);
      fillRandomly(chunk, plain, random, n % 3 == 0);
      TestBiomes biomes(cx, cz, n % 6 - 1, random());
      BiomeLookup lookup = biomes.lookup();
      ruleSeed = random();
      seen.clear();

      FakeSampler sampler, plainSampler;
      sampler.lowest = plainSampler.lowest = f32(n % 7) * 10 - 80; // also far below the level
      plain.run(table, lookup, plainSampler, levelEntry,
                [&](const Seen &now, const std::function<int()> &minLevel) {
                  return randomRule(ruleSeed, now, minLevel);
                });
      std::string error;
      ASSERT_TRUE(stage.run(chunk, lookup, sampler, error)) << error;
      ASSERT_EQ(seen.size(), plain.seen.size()) << n;
      for (std::size_t i = 0; i < seen.size(); ++i)
        ASSERT_EQ(seen[i], plain.seen[i]) << n << ' ' << i;
      expectSameChunks(chunk, plain);
      if (HasFatalFailure())
        FAIL() << "chunk " << n;
      ASSERT_EQ(sampler.calls.size(), plainSampler.calls.size());
      ASSERT_LE(sampler.calls.size(), 1u);
      blocksSeen += seen.size();
      levelRequests += sampler.calls.size();
      pillars += plain.pillars;
      iceBlocks += plain.iceBlocks;
    }
  }
  EXPECT_GT(blocksSeen, 1000000u);
  EXPECT_GT(levelRequests, 100u);
  EXPECT_GT(pillars, 10000);
  EXPECT_GT(iceBlocks, 10000);
}

/// A world of stone up to y 20 in the chunk (-1, 2), and a stage for a rule.
struct FlatWorld {
  explicit FlatWorld(FunctionRule::Function function, std::vector<Vein> veins = {}, i32 biome = 0)
      : system(7, settings.terrain), rule(std::move(function), std::move(veins)),
        table(TestBiomes::table()), biomes(-1, 2, biome), lookup(biomes.lookup()),
        stage(system, rule, table, levelEntry), chunk(-1, 2, testLevel, settings.terrain) {
    for (i32 i = 0; i < 256; ++i)
      for (i32 y = -32; y <= 20; ++y)
        chunk.set(i & 15, y, i >> 4, Stone);
  }
  bool run() { return stage.run(chunk, lookup, sampler, error); }

  TestSettings settings;
  MaterialSystem system;
  FunctionRule rule;
  BiomeTable table;
  TestBiomes biomes;
  BiomeLookup lookup;
  MaterialStage stage;
  Chunk chunk;
  FakeSampler sampler;
  std::string error;
};

TEST(MaterialStage, ColumnsAreWalkedXOuterZInner) {
  std::vector<std::pair<i32, i32>> columns;
  FlatWorld world([&](MaterialContext &c) {
    if (columns.empty() || columns.back() != std::make_pair(c.x, c.z))
      columns.push_back({c.x, c.z});
    return noState;
  });
  ASSERT_TRUE(world.run());
  ASSERT_EQ(columns.size(), 256u);
  for (i32 i = 0; i < 256; ++i)
    EXPECT_EQ(columns[i], std::make_pair(-16 + i / 16, 32 + i % 16));
}

TEST(MaterialStage, GradientsSeeFinishedNeighbours) {
  // Columns lose their top blocks; gradients look back at lower and ahead at untouched columns.
  int checked = 0;
  FlatWorld world([&](MaterialContext &c) -> i32 {
    EXPECT_EQ(c.gradientX, c.lx == 0 ? 0 : 3) << c.lx;
    EXPECT_EQ(c.gradientZ, c.lz == 0 ? 0 : 3) << c.lz;
    ++checked;
    return c.y > 17 ? i32(CaveAir) : noState;
  });
  ASSERT_TRUE(world.run());
  EXPECT_EQ(checked, 256 * 53);
  EXPECT_EQ(world.chunk.worldSurface(3, 3), 18);
}

TEST(MaterialStage, VeinsAreSampledFirstOverTheNarrowedVolume) {
  const std::vector<Vein> veins = {{7, 8, 9}, {5, 5, 6}};
  int inside = 0, above = 0;
  FlatWorld world(
      [&](MaterialContext &c) -> i32 {
        if (!inNarrowed(c)) {
          EXPECT_GT(c.y, 31);
          ++above;
          EXPECT_EQ(c.point(&c, 7), FakeSampler::valueAt(7, false, c.x, c.y, c.z, -10));
          return noState;
        }
        ++inside;
        i64 i = narrowedIndex(c);
        for (int v = 0; v < 2; ++v) {
          auto value = [&](unsigned entry) {
            return FakeSampler::valueAt(entry, true, c.x, c.y, c.z, -10);
          };
          EXPECT_EQ(c.veins[v].density[i], value(veins[v].density));
          EXPECT_EQ(c.veins[v].richness[i], value(veins[v].richness));
        }
        return noState;
      },
      veins, /*biome=*/1); // eroded badlands: pillars rise above the narrowed volume
  ASSERT_TRUE(world.run());
  EXPECT_GT(inside, 1000);
  EXPECT_GT(above, 100);

  const Volume narrowed = {16, 64, 16, -16, -32, 32}; // y 20 lies in the section of -32 .. 31
  ASSERT_GE(world.sampler.calls.size(), 4u);
  const unsigned order[4] = {7, 8, 5, 5};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(world.sampler.calls[i].entry, order[i]);
    EXPECT_TRUE(world.sampler.calls[i].volumePath);
    EXPECT_TRUE(world.sampler.calls[i].volume == narrowed);
  }
  for (std::size_t i = 4; i < world.sampler.calls.size(); ++i)
    EXPECT_FALSE(world.sampler.calls[i].volumePath);
}

TEST(MaterialStage, AnEmptyChunkHasAVolumeOfOneLayer) {
  FlatWorld world([](MaterialContext &) { return noState; }, {{7, 8, 9}});
  world.chunk.reset(-1, 2);
  ASSERT_TRUE(world.run());
  ASSERT_EQ(world.sampler.calls.size(), 2u);
  EXPECT_TRUE(world.sampler.calls[0].volume == (Volume{16, 1, 16, -16, -32, 32}));
}

TEST(MaterialStage, NothingHappensOutsideTheNoiseRange) {
  int calls = 0;
  FlatWorld world([&](MaterialContext &) { return ++calls, noState; }, {{7, 8, 9}});
  world.settings.terrain.minY = 512;
  ASSERT_TRUE(world.run());
  EXPECT_EQ(calls, 0);
  EXPECT_TRUE(world.sampler.calls.empty());
}

TEST(MaterialStage, SurfaceLevelIsSampledOnceAndLate) {
  std::vector<std::size_t> callsBefore;
  FlatWorld *self = nullptr;
  FlatWorld world(
      [&](MaterialContext &c) -> i32 {
        if (c.lx == 4 && c.y == 0) {
          callsBefore.push_back(self->sampler.calls.size());
          f32 v = FakeSampler::valueAt(levelEntry, true, c.x, 0, c.z, -10);
          EXPECT_EQ(minSurfaceLevel(c), floorI(v) + c.surfaceDepth - 8);
          EXPECT_EQ(minSurfaceLevel(c), c.minLevelValue);
        }
        return noState;
      },
      {{7, 8, 9}});
  self = &world;
  ASSERT_TRUE(world.run());
  ASSERT_EQ(callsBefore.size(), 16u);
  EXPECT_EQ(callsBefore[0], 2u);
  EXPECT_EQ(callsBefore[1], 3u);
  ASSERT_EQ(world.sampler.calls.size(), 3u);
  EXPECT_EQ(world.sampler.calls[2].entry, levelEntry);
  EXPECT_TRUE(world.sampler.calls[2].volumePath);
  EXPECT_TRUE(world.sampler.calls[2].volume == (Volume{16, 1, 16, -16, 0, 32}));
}

TEST(MaterialStage, BlockServices) {
  int checked = 0;
  FlatWorld *self = nullptr;
  FlatWorld world([&](MaterialContext &c) -> i32 {
    if ((c.x + c.y + c.z) % 7)
      return noState;
    ++checked;
    BiomeId biome = self->lookup.atBlock(c.x, c.y, c.z);
    EXPECT_EQ(c.blockBiome(&c), biome);
    EXPECT_EQ(c.blockBiome(&c), biome);
    f32 t = TemperatureNoise().at(self->table.biomes[biome], c.x, c.y, c.z, 40);
    EXPECT_EQ(c.coldBlock(&c), t < 0.15f);
    EXPECT_EQ(surfaceSecondary(c), self->system.surfaceSecondary(c.x, c.z));
    EXPECT_EQ(c.band(&c), self->system.band(c.y, self->system.bandOffset(c.x, c.z)));
    f32 floats[3], expected[3];
    c.oreFloats(&c, floats);
    self->system.oreFloats(c.x, c.y, c.z, expected);
    EXPECT_TRUE(std::equal(floats, floats + 3, expected));
    return noState;
  });
  self = &world;
  world.biomes = TestBiomes(-1, 2, -1, 77);
  ASSERT_TRUE(world.run());
  EXPECT_GT(checked, 1000);
  EXPECT_EQ(world.rule.lastPresent, std::vector<bool>(5, true));
}

TEST(MaterialStage, ABlockBelowTheBandsFailsByName) {
  FlatWorld world([](MaterialContext &c) {
    // As if the block lay deeper than any test chunk is.
    i32 y = c.y;
    c.y = c.lx == 2 && y == 5 ? -400 : y;
    i32 state = c.band(&c);
    c.y = y;
    return state;
  });
  EXPECT_FALSE(world.run());
  EXPECT_NE(world.error.find("block -14 5 32"), std::string::npos) << world.error;
  EXPECT_EQ(world.chunk.get(2, 5, 0), Stone);
  EXPECT_EQ(world.chunk.get(2, 4, 0), Stone);
  EXPECT_NE(world.chunk.get(2, 6, 0), Stone);
}

TEST(MaterialStage, TopMaterialOfABlock) {
  MaterialContext seen{};
  int cold = 0;
  FlatWorld world(
      [&](MaterialContext &c) -> i32 {
        seen = c;
        cold = c.coldBlock(&c);
        EXPECT_TRUE(inNarrowed(c));
        EXPECT_EQ(narrowedIndex(c), 0);
        EXPECT_EQ(c.veins[0].density[0], FakeSampler::valueAt(7, true, c.x, c.y, c.z, -10));
        EXPECT_EQ(c.veins[0].richness[0], FakeSampler::valueAt(8, true, c.x, c.y, c.z, -10));
        f32 v = FakeSampler::valueAt(levelEntry, true, c.x, 0, c.z, -10);
        EXPECT_EQ(minSurfaceLevel(c), floorI(v) + c.surfaceDepth - 8);
        return PowderSnow;
      },
      {{7, 8, 9}});
  world.chunk.set(6, 40, 7, Stone);
  int lookups = 0;
  MaterialStage::BiomeAt biomeAt = [&](i32 x, i32 y, i32 z) {
    EXPECT_EQ(x, -11);
    EXPECT_EQ(y, 9);
    EXPECT_EQ(z, 39);
    ++lookups;
    return BiomeId(4); // the cold one
  };
  auto state =
      world.stage.topMaterial(world.chunk, biomeAt, world.sampler, -11, 9, 39, true, world.error);
  EXPECT_EQ(state, i32(PowderSnow));
  EXPECT_EQ(world.chunk.get(5, 9, 7), Stone); // it is the carver that writes
  EXPECT_EQ(lookups, 1);
  EXPECT_EQ(cold, 1);
  EXPECT_EQ(seenBy(seen), Seen(-11, 9, 39, 1, 1, 10, 20, 0, world.system.surfaceDepth(-11, 39)));
  EXPECT_TRUE(world.rule.lastPresent.empty()); // no filter
  ASSERT_EQ(world.sampler.calls.size(), 3u);
  EXPECT_TRUE(world.sampler.calls[0].volume == (Volume{1, 1, 1, -11, 9, 39}));
  EXPECT_TRUE(world.sampler.calls[2].volume == (Volume{1, 1, 1, -11, 0, 39}));

  // Again: nothing is kept between two blocks.
  world.stage.topMaterial(world.chunk, biomeAt, world.sampler, -11, 9, 39, false, world.error);
  EXPECT_EQ(seen.water, noWater);
  EXPECT_EQ(lookups, 2);
  EXPECT_EQ(world.sampler.calls.size(), 6u);
}

TEST(MaterialStage, ASteadyStateAllocatesNothingOfItsOwn) {
  FlatWorld world([](MaterialContext &c) -> i32 { return minSurfaceLevel(c) < c.y ? 3 : -1; },
                  {{7, 8, 9}});
  world.sampler.calls.reserve(100);
  ASSERT_TRUE(world.run());
  // The lookup's list of biomes and the copy that the test's rule keeps are not the stage's.
  long long before = numAllocations();
  std::vector<bool> present = world.lookup.present(5);
  long long present1 = numAllocations() - before;
  ASSERT_GT(present1, 0);
  before = numAllocations();
  ASSERT_TRUE(world.run());
  EXPECT_LE(numAllocations() - before, 2 * present1);
}

} // namespace
