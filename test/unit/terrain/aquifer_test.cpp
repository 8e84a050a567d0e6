//===- aquifer_test.cpp - The aquifer by hand (spec 30, 6) ----------------===//

#include "fakes.h"
#include "runtime/aquifer/pressure.h"
#include <gtest/gtest.h>

using namespace terrane;
using namespace terrane::test;

namespace {

const PositionalFactory centres = PositionalFactory::xoroshiro(1, 2);
constexpr i32 solid = Aquifer::solid;

TEST(Aquifer, DisabledHasTheSeaAndTheLavaFloor) {
  TerrainSettings settings = makeSettings();
  FakeContext context = constantContext(64.0f);
  Aquifer aquifer;
  aquifer.begin(settings, nullptr, centres, context, blocks(0, -64, 0, 16, 384, 16));
  EXPECT_EQ(aquifer.substance(0, 0, 0, 0.5), solid);
  EXPECT_EQ(aquifer.substance(0, 63, 0, 0.0), Air);
  EXPECT_EQ(aquifer.substance(0, 62, 0, -1.0), Water);
  EXPECT_EQ(aquifer.substance(0, -54, 0, 0.0), Water);
  EXPECT_EQ(aquifer.substance(0, -55, 0, 0.0), Lava);
  EXPECT_EQ(aquifer.substance(0, 100, 0, std::numeric_limits<f64>::quiet_NaN()), Air);
  EXPECT_FALSE(aquifer.scheduleFlag());
  EXPECT_TRUE(context.calls.empty());

  // A sea level below -54 takes the lava floor with it: air between the two, lava below.
  settings.seaLevel = -60;
  aquifer.begin(settings, nullptr, centres, context, blocks(0, -64, 0, 16, 384, 16));
  EXPECT_EQ(aquifer.substance(0, -60, 0, 0.0), Air);
  EXPECT_EQ(aquifer.substance(0, -61, 0, 0.0), Lava);
  // Lava as a sea is the settings' own state here, and the default state in the other form.
  settings = makeSettings(0, 128, 32, FlowingLava);
  aquifer.begin(settings, nullptr, centres, context, blocks(0, 0, 0, 16, 128, 16));
  EXPECT_EQ(aquifer.substance(0, 31, 0, 0.0), FlowingLava);
  EXPECT_EQ(aquifer.substance(0, -50, 0, 0.0), FlowingLava);
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(0, 0, 0, 16, 128, 16));
  EXPECT_EQ(aquifer.substance(0, 31, 0, 0.0), Lava);
}

TEST(Aquifer, WindowAndSkipHeight) {
  TerrainSettings settings = makeSettings();
  FakeContext context = constantContext(70.9f);
  Aquifer aquifer;
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(32, -64, -16, 16, 384, 16));
  // 11 x 11 points from X - 16 on, four blocks apart.
  Volume window = blocks(16, 0, -32, 11, 1, 11);
  window.tx = window.tz = 4;
  ASSERT_EQ(context.calls.size(), 1u);
  EXPECT_TRUE(context.calls[0].isVolume);
  EXPECT_EQ(context.calls[0].entry, fakeEntries.surfaceLevel);
  EXPECT_TRUE(context.calls[0].shape == window);
  // 70 + 8 + 12 = 90; 90 / 12 = 7; 8 * 12 + 10.
  EXPECT_EQ(aquifer.skipAboveY(), 106);
  EXPECT_EQ(aquifer.substance(32, 107, -16, 0.0), Air);
  EXPECT_EQ(context.calls.size(), 1u);

  // One column: two cells each way.
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(4, -64, 5, 1, 384, 1));
  window = blocks(-16, 0, 0, 7, 1, 7);
  window.tx = window.tz = 4;
  EXPECT_TRUE(context.calls.back().shape == window);

  // NaN is 0; an infinite surface wraps.
  context = constantContext(std::numeric_limits<f32>::quiet_NaN());
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(0, -64, 0, 16, 384, 16));
  EXPECT_EQ(aquifer.skipAboveY(), 34);
  context = constantContext(std::numeric_limits<f32>::infinity());
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(0, -64, 0, 16, 384, 16));
  // 2147483647 + 20 wraps to -2147483629; its cell is -178956970, the next -178956969.
  EXPECT_EQ(aquifer.skipAboveY(), -2147483618);
}

TEST(Aquifer, UnderADeepSeaAllIsWaterAndNothingIsSampled) {
  TerrainSettings settings = makeSettings();
  // One high point of the window, in which no centre lies, keeps the skip height above the sea.
  FakeContext context = constantContext(-200.0f);
  context.functions[fakeEntries.surfaceLevel] = [](i32 x, i32, i32 z) {
    return x == 12 && z == 12 ? 100.0f : -200.0f;
  };
  Aquifer aquifer;
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(0, -64, 0, 16, 384, 16));
  context.calls.clear();
  ASSERT_GT(aquifer.skipAboveY(), 62);
  // Every centre lies far above its surface: bottom > A, so the status is the sea's; down to where
  // centres below the lava floor come near.
  for (i32 y = 62; y > -30; --y) {
    ASSERT_EQ(aquifer.substance(3, y, 3, 0.0), Water) << y;
    ASSERT_FALSE(aquifer.scheduleFlag());
  }
  EXPECT_EQ(aquifer.substance(3, -55, 3, 0.0), Lava);
  EXPECT_TRUE(context.calls.empty());
}

TEST(Aquifer, WaterAboveTheLavaFloorIsScheduled) {
  TerrainSettings settings = makeSettings();
  FakeContext context = constantContext(300.0f);
  // Flooded to the sea level everywhere: full = 1 - 0.8 > 0.
  context.functions[fakeEntries.floodedness] = [](i32, i32, i32) { return 1.0f; };
  Aquifer aquifer;
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(0, -64, 0, 16, 384, 16));
  i32 scheduled = 0, still = 0;
  for (i32 z = 0; z < 16; ++z)
    for (i32 x = 0; x < 16; ++x) {
      EXPECT_EQ(aquifer.substance(x, -20, z, 0.0), Water);
      EXPECT_FALSE(aquifer.scheduleFlag());
      // Cells below and above the floor differ, -54 of lava and 63 of water: a wall or a flag.
      i32 state = aquifer.substance(x, -54, z, -100.0);
      EXPECT_TRUE(state == Water || state == Air);
      ++(aquifer.scheduleFlag() ? scheduled : still);
    }
  EXPECT_GT(scheduled, 0);
}

TEST(Aquifer, ExcludedCellsAskNoFloodedness) {
  TerrainSettings settings = makeSettings();
  FakeContext context = constantContext(300.0f);
  context.functions[fakeEntries.exclusion] = [](i32, i32, i32) { return 1e-30f; };
  Aquifer aquifer;
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(0, -64, 0, 16, 384, 16));
  EXPECT_EQ(aquifer.substance(8, 20, 8, 0.0), Air);
  EXPECT_GT(context.count(fakeEntries.exclusion), 0);
  EXPECT_EQ(context.count(fakeEntries.floodedness), 0);
  EXPECT_EQ(context.count(fakeEntries.lava), 0); // the level is "way below"
}

TEST(Aquifer, SpreadAndLavaAreSampledAtCellNumbers) {
  TerrainSettings settings = makeSettings();
  FakeContext context = constantContext(300.0f);
  context.functions[fakeEntries.floodedness] = [](i32, i32, i32) { return 0.6f; }; // partly
  context.functions[fakeEntries.spread] = [](i32, i32, i32) { return -0.95f; };
  // 0.3f is above the f64 number 0.3.
  context.functions[fakeEntries.lava] = [](i32, i32, i32) { return -0.3f; };
  Aquifer aquifer;
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(-160, -64, 320, 16, 384, 16));
  // my = -20, spread -9.5 / 3 floors to -4: level -32.
  EXPECT_EQ(aquifer.substance(-150, -20, 330, 0.0), Air);
  EXPECT_EQ(aquifer.substance(-150, -33, 330, 0.0), Lava);
  i32 spread = 0, lava = 0;
  for (const FakeContext::Call &call : context.calls) {
    if (call.isVolume)
      continue;
    if (call.entry == fakeEntries.spread) {
      ++spread;
      EXPECT_TRUE(call.x == -10 || call.x == -9) << call.x;
      EXPECT_TRUE(call.y == -1 || call.y == -2) << call.y;
      EXPECT_TRUE(call.z == 20 || call.z == 21) << call.z;
    }
    if (call.entry == fakeEntries.lava) {
      ++lava;
      EXPECT_EQ(call.x, -3);
      EXPECT_EQ(call.z, 5);
    }
  }
  EXPECT_GT(spread, 0);
  EXPECT_GT(lava, 0);
}

TEST(Aquifer, BeyondTheVolumeIsTheFluidPicker) {
  TerrainSettings settings = makeSettings();
  FakeContext context = constantContext(300.0f);
  Aquifer aquifer;
  aquifer.begin(settings, &fakeEntries, centres, context, blocks(0, 0, 0, 16, 48, 16));
  context.calls.clear();
  EXPECT_EQ(aquifer.substance(0, -30, 0, 0.0), Water);
  EXPECT_EQ(aquifer.substance(200, 20, 0, 0.0), Water);
  EXPECT_TRUE(context.calls.empty());
}

TEST(Pressure, SimilarityThresholds) {
  EXPECT_EQ(bitsOf(similarity(44)), 0xBFE851EB851EB852ull);
  const f64 flow = 1.0 - f64(144 - 100) / 25.0;
  for (i32 d = -3000; d <= 3000; ++d) {
    EXPECT_EQ(similarity(d) <= 0.0, d >= dissimilar);
    EXPECT_EQ(similarity(d) >= flow, d <= flowing);
  }
}

TEST(Pressure, WallGradients) {
  // Levels 63 and 33: average 48, half 15. Above the average: e / 1.5 inside, e / 2.5 outside.
  EXPECT_EQ(wallGradient(96, 30, 57), 5.5 / 1.5);
  EXPECT_EQ(wallGradient(96, 30, 66), -3.5 / 2.5);
  // Below it, three blocks more: (3 + e) / 3 and (3 + e) / 10.
  EXPECT_EQ(wallGradient(96, 30, 40), 10.5 / 3.0);
  EXPECT_EQ(wallGradient(96, 30, 26), -3.5 / 10.0);
  EXPECT_EQ(wallGradient(96, 30, 30), 0.5 / 3.0);
  // A block's middle on the average counts as below.
  EXPECT_EQ(wallGradient(97, 31, 48), 18.5 / 3.0);
}

} // namespace
