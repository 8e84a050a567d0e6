//===- fill_test.cpp - The noise fill and single columns (spec 30, 5 and 7) -===//

#include "plain_aquifer.h"
#include "runtime/chunk/base_column.h"
#include "runtime/chunk/fill.h"
#include <gtest/gtest.h>
#include <random>

using namespace terrane;
using namespace terrane::test;

namespace {

/// Section 5, word by word.
void plainFill(Chunk &chunk, const TerrainSettings &settings, PlainAquifer &aquifer,
               const std::vector<f32> &density, const Volume &v) {
  for (i32 z = 0; z < 16; ++z)
    for (i32 x = 0; x < 16; ++x)
      for (i32 y = v.sy - 1; y >= 0; --y) {
        i32 by = v.my + y;
        i32 s = aquifer.substance(v.mx + x, by, v.mz + z, f64(density[v.index(x, y, z)]));
        if (s == Aquifer::solid)
          s = settings.named.defaultBlock;
        if (s == airState)
          continue;
        chunk.set(x, by, z, StateId(s));
        if (aquifer.scheduleFlag && (palette[s].flags & StateFluid))
          chunk.markFluid(x, by, z);
      }
}

/// Ground up to a height that varies, with holes; odd values here and there.
std::vector<f32> makeDensity(i64 seed, const Volume &v, i32 ground, u32 oddity) {
  std::vector<f32> density(v.count());
  for (i32 k = 0; k < v.sz; ++k)
    for (i32 i = 0; i < v.sx; ++i) {
      i32 top = ground + i32(hashOf({seed, i >> 2, k >> 2}) % 24);
      for (i32 j = 0; j < v.sy; ++j) {
        i32 y = v.my + j;
        u64 hash = hashOf({seed, i, y, k});
        bool hole = hashOf({seed, i >> 3, y >> 3, k >> 3}) % 3 == 0;
        density[v.index(i, j, k)] =
            y > top || hole ? valueOf(hash, -0.6f, 0.01f, oddity) : valueOf(hash, 0.01f, 1.0f);
      }
    }
  return density;
}

TEST(Fill, AsBlockByBlock) {
  std::mt19937_64 rng(7);
  const State fluids[] = {Water, Water, FlowingWater, Lava, Air, CaveAir};
  const State fillers[] = {Stone, Stone, Stone, PowderSnow, CaveAir, Air, Water};
  Aquifer aquifer;
  i64 marks = 0, notAir = 0, samples = 0;
  for (i64 round = 0; round < 40; ++round) {
    const i32 seaLevels[] = {63, 63, 20, -60, 2147483647, -2147483647 - 1};
    // Levels larger and smaller than what the settings fill.
    const Level levels[] = {{-64, 384}, {-128, 320}, {0, 48}};
    TerrainSettings settings =
        makeSettings(-64, 128, seaLevels[rng() % 6], fluids[rng() % 6], fillers[rng() % 7]);
    bool enabled = round % 4 != 3;
    Level level = levels[round % 3], range = noiseRange(settings, level);
    i32 cx = i32(rng() % 200) - 100, cz = i32(rng() % 200) - 100;
    Volume volume = blocks(16 * cx, range.minY, 16 * cz, 16, range.height, 16);
    i32 ground = i32(rng() % 100) - 40;
    u32 oddity = round % 2 ? 30 : 0;
    // Flat surfaces too: right under the skip height of such a one not all is as the picker has it.
    f32 low = f32(ground - 10 + i32(rng() % 12)), high = round % 5 < 2 ? low : ground + 20.0f;
    FakeContext plainContext = noiseContext(round, oddity, low, high);
    FakeContext context = plainContext;
    std::vector<f32> density = makeDensity(round, volume, ground, oddity);
    PositionalFactory random = PositionalFactory::xoroshiro(round, 3);

    PlainAquifer plainAquifer(settings, enabled, random, plainContext, volume);
    Chunk expected(cx, cz, level, settings), actual(cx, cz, level, settings);
    plainFill(expected, settings, plainAquifer, density, volume);
    aquifer.begin(settings, enabled ? &fakeEntries : nullptr, random, context, volume);
    fillNoise(actual, settings, aquifer, density.data(), volume);

    ASSERT_EQ(actual.blocks(), expected.blocks()) << round;
    ASSERT_EQ(actual.worldSurfaces(), expected.worldSurfaces()) << round;
    ASSERT_EQ(actual.oceanFloors(), expected.oceanFloors()) << round;
    ASSERT_EQ(actual.fluidMarks(), expected.fluidMarks()) << round;
    ASSERT_TRUE(context.calls == plainContext.calls) << round;
    notAir += i64(expected.worldSurface(3, 3) > level.minY);
    // Section counts, by taking blocks away from the top.
    ASSERT_EQ(actual.topOfFilledSections(), expected.topOfFilledSections()) << round;
    for (i32 y = level.minY + level.height - 1; y >= level.minY; --y) {
      for (i32 i = 0; i < 256; ++i) {
        actual.set(i & 15, y, i >> 4, Air);
        expected.set(i & 15, y, i >> 4, Air);
      }
      ASSERT_EQ(actual.topOfFilledSections(), expected.topOfFilledSections()) << round;
    }
    ASSERT_EQ(actual.blocks(), expected.blocks()) << round;

    for (const std::vector<u16> &section : actual.fluidMarks())
      marks += i64(section.size());
    samples += i64(context.calls.size());
  }
  EXPECT_GT(marks, 100);
  EXPECT_GT(notAir, 10);
  EXPECT_GT(samples, 1000);
}

TEST(Fill, ByHand) {
  TerrainSettings settings = makeSettings(0, 32, 20);
  Level level{-16, 64};
  Volume volume = blocks(32, 0, -16, 16, 32, 16);
  std::vector<f32> density(volume.count(), -1.0f);
  for (i32 j = 0; j < 10; ++j)
    density[volume.index(3, j, 5)] = 1.0f;
  density[volume.index(3, 4, 5)] = 0.0f; // not above 0
  density[volume.index(4, 30, 5)] = 1e-30f;
  FakeContext context = constantContext(0.0f);
  Aquifer aquifer;
  aquifer.begin(settings, nullptr, PositionalFactory::legacy(0), context, volume);
  Chunk chunk(2, -1, level, settings);
  fillNoise(chunk, settings, aquifer, density.data(), volume);
  EXPECT_EQ(chunk.get(3, 9, 5), Stone);
  EXPECT_EQ(chunk.get(3, 4, 5), Water);
  EXPECT_EQ(chunk.get(3, 19, 5), Water);
  EXPECT_EQ(chunk.get(3, 20, 5), Air);
  EXPECT_EQ(chunk.get(3, -1, 5), Air); // of the level, but not of the noise range
  EXPECT_EQ(chunk.worldSurface(3, 5), 20);
  EXPECT_EQ(chunk.oceanFloor(3, 5), 10);
  EXPECT_EQ(chunk.worldSurface(4, 5), 31);
  EXPECT_EQ(chunk.oceanFloor(4, 5), 31);
  EXPECT_EQ(chunk.oceanFloor(0, 0), -16); // nothing blocks: the level's bottom, not 0
  EXPECT_EQ(chunk.topOfFilledSections(), 31);
  EXPECT_TRUE(context.calls.empty());
}

TEST(BaseColumn, AsTheFillWhereWindowsAgree) {
  // A constant surface makes the two windows agree, and the density depends on the block alone.
  TerrainSettings settings = makeSettings(-64, 128);
  Level level{-64, 128};
  Volume volume = blocks(48, -64, 80, 16, 128, 16);
  FakeContext context = noiseContext(4, 0, 30.0f, 31.0f);
  context.functions[fakeDensity] = [](i32 x, i32 y, i32 z) {
    return valueOf(hashOf({8, x >> 2, y >> 2, z >> 2}), -0.5f, 0.5f);
  };
  PositionalFactory random = PositionalFactory::xoroshiro(4, 4);
  Aquifer aquifer;
  aquifer.begin(settings, &fakeEntries, random, context, volume);
  std::vector<f32> density(volume.count());
  context.volume(fakeDensity, density.data(), volume);
  Chunk chunk(3, 5, level, settings);
  fillNoise(chunk, settings, aquifer, density.data(), volume);

  ColumnSampler sampler(settings, level, fakeDensity, &fakeEntries, random, context);
  i32 compared = 0;
  for (i32 lz = 0; lz < 16; lz += 2)
    for (i32 lx = 0; lx < 16; lx += 3) {
      const std::vector<StateId> &states = sampler.baseColumn(48 + lx, 80 + lz);
      ASSERT_EQ(states.size(), 128u);
      for (i32 j = 0; j < 128; ++j, ++compared)
        ASSERT_EQ(states[j], chunk.get(lx, -64 + j, lz));
      EXPECT_EQ(sampler.baseHeight(48 + lx, 80 + lz, HeightKind::WorldSurface),
                chunk.worldSurface(lx, lz));
      EXPECT_EQ(sampler.baseHeight(48 + lx, 80 + lz, HeightKind::OceanFloor),
                chunk.oceanFloor(lx, lz));
    }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(context.resets, 0);
}

TEST(BaseColumn, NothingToFill) {
  TerrainSettings settings = makeSettings(64, 64);
  FakeContext context = constantContext(0.0f);
  ColumnSampler sampler(settings, Level{-64, 128}, fakeDensity, nullptr,
                        PositionalFactory::legacy(0), context);
  EXPECT_TRUE(sampler.baseColumn(1, 2).empty());
  EXPECT_EQ(sampler.baseHeight(1, 2, HeightKind::WorldSurface), -64);
  EXPECT_TRUE(context.calls.empty());
}

} // namespace
