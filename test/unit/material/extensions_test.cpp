//===- extensions_test.cpp - Pillars and icebergs of given noise values (spec 40, 8 and 9) -===//

#include "runtime/material/extensions.h"

#include "support.h"
#include <gtest/gtest.h>

using namespace terrane::rt;
using namespace terrane::test;

namespace {

TEST(Extensions, WidthIsOneWideAndOneNarrowProduct) {
  EXPECT_EQ(extensionWidth(-0.5f, 1.0f), 4.125);
  EXPECT_EQ(extensionWidth(1.0f, 0.25f), 3.75);
  EXPECT_EQ(extensionWidth(1.0f, -0.25f), -3.75); // only the surface loses its sign
  // 0.1f * 15 in f32 rounds to 1.5, in f64 it does not.
  EXPECT_EQ(extensionWidth(1.0f, 0.1f), 1.5);
  // 0.1f * 8.25 stays in f64.
  EXPECT_EQ(extensionWidth(0.1f, 1.0f), 0.825000012293458);
}

TEST(Pillar, Top) {
  EXPECT_EQ(pillarTop(2.0, 1.0f), 74);     // 64 + 4 * 2.5
  EXPECT_EQ(pillarTop(0.5, 1.0f), 64);     // 64.625, floored
  EXPECT_EQ(pillarTop(10.0, 0.0f), 88);    // 64 + 0 + 24
  EXPECT_EQ(pillarTop(10.0, -0.25f), 107); // ceil(18.75) = 19
  EXPECT_EQ(pillarTop(1000.0, 1.0f), 163); // ceil(75) = 75
}

/// A chunk whose column (3, 4) is made of runs from the bottom of the level.
struct Column {
  struct Run {
    StateId state;
    i32 count;
  };
  explicit Column(std::initializer_list<Run> runs) : chunk(0, 0, testLevel, settings.terrain) {
    i32 y = testLevel.minY;
    for (Run run : runs)
      for (i32 i = 0; i < run.count; ++i)
        chunk.set(3, y++, 4, run.state);
  }
  i32 surface() const { return chunk.worldSurface(3, 4); }
  StateId at(i32 y) const { return chunk.get(3, y, 4); }
  i32 count(StateId state) const {
    i32 n = 0;
    for (i32 y = testLevel.minY; y < testLevel.minY + testLevel.height; ++y)
      n += at(y) == state;
    return n;
  }

  TestSettings settings;
  Chunk chunk;
};

TEST(Pillar, FillsTheAirDownToTheGround) {
  Column c({{Stone, 60}}); // up to y 11
  growPillar(c.chunk, c.settings.terrain, 3, 4, 70);
  EXPECT_EQ(c.surface(), 71);
  EXPECT_EQ(c.count(Stone), 119);
}

TEST(Pillar, AnyStateOfTheDefaultBlockIsGround) {
  Column c({{Water, 20}, {OtherStone, 1}, {CaveAir, 4}});
  growPillar(c.chunk, c.settings.terrain, 3, 4, 0);
  EXPECT_EQ(c.count(OtherStone), 1);
  EXPECT_EQ(c.count(Stone), 28); // y -27 .. 0, cave air included
}

TEST(Pillar, WaterOnTheWayPreventsIt) {
  for (StateId water : {Water, FlowingWater}) {
    Column c({{Stone, 20}, {water, 1}, {PowderSnow, 3}});
    growPillar(c.chunk, c.settings.terrain, 3, 4, 70);
    EXPECT_EQ(c.count(Stone), 20);
  }
}

TEST(Pillar, OtherBlocksArePassedOverButEndTheFilling) {
  for (StateId other : {Lava, WetStairs, PowderSnow, Terracotta}) {
    Column c({{Stone, 20}, {Air, 5}, {other, 1}}); // `other` at y -23
    growPillar(c.chunk, c.settings.terrain, 3, 4, -10);
    EXPECT_EQ(c.count(Stone), 20 + 13);
    EXPECT_EQ(c.at(-24), Air);
  }
}

TEST(Pillar, WithoutGroundItReachesTheBottom) {
  Column c({});
  growPillar(c.chunk, c.settings.terrain, 3, 4, 500); // above the level
  EXPECT_EQ(c.count(Stone), testLevel.height);
  EXPECT_EQ(c.surface(), testLevel.minY + testLevel.height);
}

TEST(Pillar, AFluidDefaultBlockIsMarked) {
  Column c({{Stone, 16}});
  c.settings.terrain.named.defaultBlock = Lava;
  growPillar(c.chunk, c.settings.terrain, 3, 4, -30);
  EXPECT_EQ(c.count(Lava), 3);
  EXPECT_EQ(c.chunk.fluidMarks()[1], (std::vector<u16>{0x423, 0x413, 0x403}));
}

TEST(Iceberg, Reach) {
  EXPECT_FALSE(icebergReach(1.0, 1.0f, 40, false).any); // 1.2
  auto low = icebergReach(1.9, 1.0f, 40, false);        // 4.332
  ASSERT_TRUE(low.any);
  EXPECT_EQ(low.top, 44);
  EXPECT_EQ(low.bottom, 28); // 40 - 4.332 - 7 = 28.668
  EXPECT_EQ(icebergReach(1.9, 1.0f, 40, true).top, 42);
  EXPECT_FALSE(icebergReach(1.825, 1.0f, 40, true).any); // 3.99675 - 2
  auto roofed = icebergReach(8.0, 0.1f, 40, false);      // ceil(6.0000000894) + 14
  ASSERT_TRUE(roofed.any);
  EXPECT_EQ(roofed.top, 61);
  // Towards zero, not down.
  auto deep = icebergReach(1.9, 1.0f, -60, false);
  EXPECT_EQ(deep.top, -55);    // -55.668
  EXPECT_EQ(deep.bottom, -71); // -71.332
}

TEST(Iceberg, DrawsAsTheLoopSays) {
  // The same draws once more, in the order of the specification.
  int ice = 0, snow = 0;
  for (i32 seed = 0; seed < 200; ++seed) {
    Column c({{Stone, 40}, {Water, 48}}); // up to y 39, water from y -8
    Random random = Legacy(seed), again = random;
    i32 minLevel = 10;
    IcebergReach reach = {72, 20};
    growIceberg(c.chunk, c.settings.terrain, 3, 4, c.surface(), minLevel, reach, random);

    i32 maxSnow = 2 + again.nextInt(4), minSnowY = 58 + again.nextInt(10), placed = 0;
    for (i32 y = 73; y >= minLevel; --y) {
      StateId expected = y < 40 ? Water : Air;
      bool frozen = false;
      if (y >= 40 && y < 72)
        frozen = again.nextDouble() > 0.01;
      else if (y < 40 && y > 20)
        frozen = again.nextDouble() > 0.15;
      if (frozen && placed <= maxSnow && y > minSnowY) {
        expected = Snow;
        ++placed;
      } else if (frozen) {
        expected = PackedIce;
      }
      ASSERT_EQ(c.at(y), expected) << seed << ' ' << y;
    }
    EXPECT_EQ(c.count(Snow), placed);
    ice += c.count(PackedIce);
    snow += placed;
    EXPECT_EQ(c.chunk.worldSurface(3, 4), c.at(71) == Air ? 71 : 72);
  }
  EXPECT_GT(ice, 5000);
  EXPECT_GT(snow, 400);
}

TEST(Iceberg, DrawsAboveTheLevelCount) {
  i32 above = testLevel.minY + testLevel.height;
  int differ = 0;
  for (i32 seed = 0; seed < 50; ++seed) {
    Column c({});
    c.settings.terrain.seaLevel = above - 24; // no snow below above - 5, some above the level
    Random random = Legacy(seed), again = random;
    IcebergReach reach = {above + 20, -1000};
    growIceberg(c.chunk, c.settings.terrain, 3, 4, c.surface(), -3000, reach, random);
    i32 maxSnow = 2 + again.nextInt(4), minSnowY = above - 6 + again.nextInt(10), placed = 0;
    for (i32 y = above + 19; y >= testLevel.minY; --y) {
      bool frozen = again.nextDouble() > 0.01;
      bool snow = frozen && placed <= maxSnow && y > minSnowY;
      placed += snow;
      if (y < above) {
        ASSERT_EQ(c.at(y), !frozen ? Air : snow ? Snow : PackedIce) << seed << ' ' << y;
        differ += !frozen;
      }
    }
    EXPECT_EQ(placed, maxSnow + 1);
    EXPECT_EQ(c.count(Snow), 0); // used up above the level
  }
  EXPECT_GT(differ, 10);
}

} // namespace
