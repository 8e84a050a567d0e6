//===- chunk_test.cpp - Blocks, heightmaps and section counts (spec 30, 5.1) -===//

#include "fakes.h"
#include "runtime/chunk/chunk.h"
#include <gtest/gtest.h>
#include <random>

using namespace terrane::test;

namespace {

const Level level{-64, 96};

TEST(Chunk, StartsEmpty) {
  TerrainSettings settings = makeSettings();
  Chunk chunk(3, -4, level, settings);
  EXPECT_EQ(chunk.chunkX(), 3);
  EXPECT_EQ(chunk.chunkZ(), -4);
  EXPECT_EQ(chunk.blocks().size(), 256u * 96);
  EXPECT_EQ(chunk.worldSurface(5, 9), -64);
  EXPECT_EQ(chunk.oceanFloor(5, 9), -64);
  EXPECT_EQ(chunk.topOfFilledSections(), -65);
  EXPECT_EQ(chunk.fluidMarks().size(), 6u);
  EXPECT_EQ(chunk.get(0, 1000, 0), Air);
}

TEST(Chunk, Heightmaps) {
  TerrainSettings settings = makeSettings();
  Chunk chunk(0, 0, level, settings);
  chunk.set(1, -10, 2, Stone);
  EXPECT_EQ(chunk.worldSurface(1, 2), -9);
  EXPECT_EQ(chunk.oceanFloor(1, 2), -9);
  chunk.set(1, 0, 2, Water); // above a gap: raises the surface alone
  EXPECT_EQ(chunk.worldSurface(1, 2), 1);
  EXPECT_EQ(chunk.oceanFloor(1, 2), -9);
  chunk.set(1, 5, 2, PowderSnow); // neither air nor blocking
  EXPECT_EQ(chunk.worldSurface(1, 2), 6);
  EXPECT_EQ(chunk.oceanFloor(1, 2), -9);
  chunk.set(1, 5, 2, CaveAir); // what is air looks for the next one below
  EXPECT_EQ(chunk.worldSurface(1, 2), 1);
  chunk.set(1, -10, 2, Water);
  EXPECT_EQ(chunk.oceanFloor(1, 2), -64); // none left
  EXPECT_EQ(chunk.worldSurface(1, 2), 1);
  chunk.set(1, -64, 2, Stone);
  EXPECT_EQ(chunk.oceanFloor(1, 2), -63);
  chunk.set(1, -64, 2, Air);
  EXPECT_EQ(chunk.oceanFloor(1, 2), -64);
  EXPECT_EQ(chunk.worldSurface(2, 1), -64); // other columns stay
  EXPECT_EQ(chunk.column(1, 2)[64], Water);
  EXPECT_EQ(&chunk.blocks()[(1 + 16 * 2) * 96], chunk.column(1, 2));
}

TEST(Chunk, OutsideTheLevelIsIgnored) {
  TerrainSettings settings = makeSettings();
  Chunk chunk(0, 0, level, settings);
  for (i32 y : {-65, 32, 2147483647, -2147483647 - 1})
    chunk.set(0, y, 0, Stone);
  EXPECT_EQ(chunk.topOfFilledSections(), -65);
  EXPECT_EQ(chunk.worldSurface(0, 0), -64);
}

TEST(Chunk, AirIntoAnEmptySectionIsDropped) {
  TerrainSettings settings = makeSettings();
  Chunk chunk(0, 0, level, settings);
  // cave_air is stored but does not make a section less empty.
  chunk.set(0, 0, 0, CaveAir);
  EXPECT_EQ(chunk.get(0, 0, 0), CaveAir);
  EXPECT_EQ(chunk.topOfFilledSections(), -65);
  chunk.set(0, 0, 0, Air);
  EXPECT_EQ(chunk.get(0, 0, 0), CaveAir);
  chunk.set(5, 15, 5, Stone);
  EXPECT_EQ(chunk.topOfFilledSections(), 15);
  chunk.set(0, 0, 0, Air);
  EXPECT_EQ(chunk.get(0, 0, 0), Air);
  chunk.set(5, 15, 5, Air); // the section is empty again
  EXPECT_EQ(chunk.topOfFilledSections(), -65);
}

TEST(Chunk, Marks) {
  TerrainSettings settings = makeSettings();
  Chunk chunk(0, 0, level, settings);
  chunk.markFluid(1, -64, 2);
  chunk.markFluid(15, 31, 14);
  chunk.markFluid(1, -64, 2);
  EXPECT_EQ(chunk.fluidMarks()[0], (std::vector<u16>{0x201, 0x201}));
  EXPECT_EQ(chunk.fluidMarks()[5], (std::vector<u16>{0xEFF}));
  chunk.set(0, 0, 0, Stone);
  chunk.reset(7, 8);
  EXPECT_EQ(chunk.chunkX(), 7);
  EXPECT_TRUE(chunk.fluidMarks()[0].empty());
  EXPECT_EQ(chunk.get(0, 0, 0), Air);
  EXPECT_EQ(chunk.worldSurface(0, 0), -64);
  EXPECT_EQ(chunk.topOfFilledSections(), -65);
}

/// After any writes a heightmap is what a look at the column says: the update rule loses nothing.
TEST(Chunk, HeightmapsAgreeWithTheBlocks) {
  TerrainSettings settings = makeSettings();
  Chunk chunk(0, 0, level, settings);
  std::mt19937 rng(5);
  i32 compared = 0;
  for (i32 i = 0; i < 30000; ++i) {
    i32 lx = i32(rng() % 2), lz = i32(rng() % 2), y = -64 + i32(rng() % (i % 1000 ? 96 : 20));
    chunk.set(lx, y, lz, StateId(rng() % 3 ? rng() % NumStates : 0));
    i32 surface = -64, floor = -64;
    for (i32 row = 0; row < 96; ++row) {
      u8 flags = chunk.flags(chunk.column(lx, lz)[row]);
      surface = flags & StateAir ? surface : -63 + row;
      floor = flags & StateMotion ? -63 + row : floor;
    }
    ASSERT_EQ(chunk.worldSurface(lx, lz), surface);
    ASSERT_EQ(chunk.oceanFloor(lx, lz), floor);
    ++compared;
  }
  EXPECT_EQ(compared, 30000);
}

} // namespace
