//===- apply_test.cpp - From the carving mask to blocks -------------------===//

#include "../terrain/fakes.h"
#include "runtime/carver/apply.h"
#include "runtime/material/context.h"

#include <gtest/gtest.h>

using namespace terrane::test;

namespace {

/// Some states for carvers, in the place of those of fakes.h.
constexpr StateId bedrock = FlowingWater, grass = CaveAir, dirt = PowderSnow, sand = FlowingLava;
const BlockState carvedPalette[NumStates] = {
    {"minecraft:air", 0, StateAir},
    {"minecraft:stone", 1, StateMotion},
    {"minecraft:water[level=0]", 2, StateFluid | StateWater},
    {"minecraft:lava[level=0]", 3, StateFluid | StateLava},
    {"minecraft:grass_block[snowy=false]", 4, StateMotion},
    {"minecraft:bedrock", 5, StateMotion},
    {"minecraft:sand", 6, StateMotion},
    {"minecraft:dirt", 7, StateMotion},
};

class Carving : public testing::Test {
protected:
  Carving() {
    settings = makeSettings(0, 128, 40);
    settings.aquifers = 0;
    settings.states = carvedPalette;
    for (const BlockState &state : carvedPalette)
      flags.push_back(carvedFlags(state.name));
    flags[bedrock] |= Uncarvable;
    chunk.emplace(2, -1, Level{0, 128}, settings);
    for (i32 y = 0; y < 60; ++y)
      for (i32 x = 0; x < 16; ++x)
        for (i32 z = 0; z < 16; ++z)
          chunk->set(x, y, z, Stone);
    mask.reset(GenerationRange::of(settings, {0, 128}));
    aquifer.begin(settings, nullptr, PositionalFactory::legacy(0), context,
                  blocks(32, 0, -16, 16, 128, 16));
  }
  bool apply(const BlendingFilter &filter = {}) {
    return applyCarving(
        *chunk, mask, aquifer, flags,
        [&](i32 x, i32 y, i32 z, bool underFluid) {
          asked.push_back({x, y, z, underFluid});
          return answer;
        },
        &redressed, filter);
  }
  i32 numMarks() const {
    i32 n = 0;
    for (const auto &section : chunk->fluidMarks())
      n += i32(section.size());
    return n;
  }

  TerrainSettings settings;
  std::vector<u8> flags;
  std::optional<Chunk> chunk;
  CarvingMask mask;
  FakeContext context = constantContext(0.0f);
  Aquifer aquifer;
  std::optional<i32> answer = noState;
  std::vector<std::array<i32, 4>> asked;
  i64 redressed = 0;
};

} // namespace

TEST_F(Carving, FlagsAreOfBlocks) {
  EXPECT_EQ(carvedFlags("minecraft:mycelium[snowy=true]"), CarvedGrass);
  EXPECT_EQ(carvedFlags("minecraft:grass_block[snowy=false]"), CarvedGrass);
  EXPECT_EQ(carvedFlags("minecraft:dirt"), CarvedDirt);
  EXPECT_EQ(carvedFlags("minecraft:coarse_dirt"), 0);
  EXPECT_EQ(carvedFlags("minecraft:dirt_path"), 0);
}

/// Below the sea level carved blocks become water, above air; fluids and air are replaced, too.
TEST_F(Carving, WritesWhatTheAquiferSays) {
  chunk->set(1, 50, 1, Water);
  mask.set(1, 35, 70, 1);
  ASSERT_TRUE(apply());
  EXPECT_EQ(chunk->get(1, 34, 1), Stone);
  EXPECT_EQ(chunk->get(1, 35, 1), Water);
  EXPECT_EQ(chunk->get(1, 39, 1), Water);
  EXPECT_EQ(chunk->get(1, 40, 1), Air);
  EXPECT_EQ(chunk->get(1, 50, 1), Air);
  EXPECT_EQ(chunk->worldSurface(1, 1), 40);
  EXPECT_EQ(chunk->oceanFloor(1, 1), 35);
  EXPECT_EQ(chunk->worldSurface(1, 2), 60);
  EXPECT_EQ(numMarks(), 0) << "the disabled aquifer schedules nothing";
  EXPECT_TRUE(asked.empty());
}

TEST_F(Carving, SparesWhatIsUncarvable) {
  chunk->set(1, 50, 1, bedrock);
  mask.set(1, 49, 51, 1);
  ASSERT_TRUE(apply());
  EXPECT_EQ(chunk->get(1, 49, 1), Air);
  EXPECT_EQ(chunk->get(1, 50, 1), bedrock);
  EXPECT_EQ(chunk->get(1, 51, 1), Air);
}

TEST_F(Carving, DressesDirtUnderGrassAgain) {
  chunk->set(1, 59, 2, grass);
  for (i32 y = 54; y < 59; ++y)
    chunk->set(1, y, 2, dirt);
  mask.set(1, 56, 59, 2);
  answer = sand;
  ASSERT_TRUE(apply());
  // The dirt at 58 is dressed, then carved as sand: under it lies dirt again.
  std::vector<std::array<i32, 4>> expected = {
      {33, 58, -14, 0}, {33, 57, -14, 0}, {33, 56, -14, 0}, {33, 55, -14, 0}};
  EXPECT_EQ(asked, expected);
  EXPECT_EQ(redressed, 4);
  EXPECT_EQ(chunk->get(1, 55, 2), sand);
  EXPECT_EQ(chunk->get(1, 54, 2), dirt);
  EXPECT_EQ(chunk->worldSurface(1, 2), 56);
}

TEST_F(Carving, GrassCountsForItsRunOnly) {
  chunk->set(1, 59, 2, grass);
  chunk->set(1, 50, 2, dirt);
  mask.set(1, 58, 59, 2);
  mask.set(1, 51, 56, 2);
  ASSERT_TRUE(apply());
  EXPECT_TRUE(asked.empty());
}

TEST_F(Carving, UnderWaterFluidsAreMarkedWhateverTheSchedule) {
  chunk->set(1, 30, 2, grass);
  chunk->set(1, 29, 2, dirt);
  mask.set(1, 30, 30, 2);
  answer = Water;
  ASSERT_TRUE(apply());
  EXPECT_EQ(asked, (std::vector<std::array<i32, 4>>{{33, 29, -14, 1}}));
  EXPECT_EQ(chunk->get(1, 29, 2), Water);
  EXPECT_EQ(numMarks(), 1);
  EXPECT_EQ(chunk->fluidMarks()[1], (std::vector<u16>{u16(1 | 13 << 4 | 2 << 8)}));
}

/// Only fluids are marked where the aquifer asks for an update; it asks at blocks of air, too.
TEST_F(Carving, AirIsNotMarkedWhateverTheSchedule) {
  settings.aquifers = 1;
  context = noiseContext(3, 0, 40.0f, 90.0f);
  Aquifer other;
  const PositionalFactory centres = PositionalFactory::legacy(3);
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(32, 0, -16, 16, 128, 16));
  other.begin(settings, &fakeEntries, centres, context, blocks(32, 0, -16, 16, 128, 16));
  i32 fluids = 0, others = 0;
  for (i32 x = 0; x < 16; ++x)
    for (i32 z = 0; z < 16; ++z) {
      mask.set(x, 1, 100, z);
      for (i32 y = 1; y <= 100; ++y) {
        i32 state = other.substance(32 + x, y, -16 + z, 0.0);
        if (state != Aquifer::solid && other.scheduleFlag())
          ++(settings.states[state].flags & StateFluid ? fluids : others);
      }
    }
  ASSERT_TRUE(apply());
  EXPECT_GT(fluids, 10);
  EXPECT_GT(others, 10);
  EXPECT_EQ(numMarks(), fluids);
}

TEST_F(Carving, FailsWithTheRule) {
  chunk->set(1, 30, 2, grass);
  chunk->set(1, 29, 2, dirt);
  mask.set(1, 30, 30, 2);
  answer = std::nullopt;
  EXPECT_FALSE(apply());
}

TEST_F(Carving, TheFilterKeepsBlocksFromBeingRead) {
  chunk->set(1, 59, 2, grass);
  chunk->set(1, 57, 2, dirt);
  mask.set(1, 58, 59, 2);
  ASSERT_TRUE(apply([](i32 lx, i32 y, i32 lz) { return y != 59; }));
  EXPECT_EQ(chunk->get(1, 59, 2), grass);
  EXPECT_EQ(chunk->get(1, 58, 2), Air);
  EXPECT_TRUE(asked.empty()) << "a refused block of grass is not seen";
}
