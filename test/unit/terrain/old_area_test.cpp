//===- old_area_test.cpp - Where carvers may go next to old chunks (spec 60, 8) -===//

#include "plain_blend.h"
#include "runtime/chunk/old_area.h"

#include <gtest/gtest.h>
#include <random>

using namespace terrane::rt;
using namespace terrane::test;

namespace {

TEST(OldArea, NothingAround) {
  for (const OldArea &area :
       {OldArea(), OldArea::forChunk(3, 4, {}),
        OldArea::forChunk(
            3, 4,
            {bareOldChunk(5, 4, 0, 16), bareOldChunk(3, 2, 0, 16), bareOldChunk(-3, -4, 0, 16)}),
        OldArea::forChunk(3, 4, {bareOldChunk(3, 4, 0, 0), bareOldChunk(4, 4, 0, -1)})}) {
    EXPECT_TRUE(area.empty());
    EXPECT_FALSE(area.filter());
    EXPECT_EQ(area.distance(1, 2, 3), std::numeric_limits<f64>::infinity());
    EXPECT_FALSE(area.mayCarve(1, 2, 3));
  }
}

/// Three sections from y 16: the box from 16 to 64, its middle 40 and half of its height 24.
TEST(OldArea, DistancesToTheChunkItself) {
  OldArea area = OldArea::forChunk(-7, 9, {bareOldChunk(-7, 9, 1, 3)});
  ASSERT_FALSE(area.empty());
  for (f64 y : {16.0, 40.0, 64.0})
    for (f64 x : {0.0, 5.5, 16.0})
      EXPECT_EQ(area.distance(x, y, 16 - x), 0.0);
  EXPECT_EQ(area.distance(-4, 30, 8), 4.0);
  EXPECT_EQ(area.distance(20, 30, 8), 4.0);
  EXPECT_EQ(area.distance(8, 30, -0.25), 0.25);
  EXPECT_EQ(area.distance(8, 12, 8), 4.0);
  EXPECT_EQ(area.distance(8, 68.5, 8), 4.5);
  EXPECT_EQ(area.distance(-2, 15, 18), 3.0);
  EXPECT_EQ(area.distance(18, 67, 22), 7.0);
}

TEST(OldArea, DistancesToNeighbours) {
  for (i32 dx = -1; dx <= 1; ++dx)
    for (i32 dz = -1; dz <= 1; ++dz) {
      OldArea area = OldArea::forChunk(5, -5, {bareOldChunk(5 + dx, -5 + dz, -4, 24)});
      EXPECT_EQ(area.distance(8 + 16 * dx, 100, 8 + 16 * dz), 0.0);
      f64 x = dx == 0 ? 0 : 3, z = dz == 0 ? 0 : 4; // before the side that faces the chunk
      f64 px = dx < 0 ? x : dx > 0 ? 16 - x : 8, pz = dz < 0 ? z : dz > 0 ? 16 - z : 8;
      EXPECT_EQ(area.distance(px, 0, pz), std::sqrt(x * x + z * z));
      EXPECT_EQ(area.distance(px, -76, pz), std::sqrt(x * x + z * z + 144));
    }
  // The nearest of several counts, whatever their order; of two at one place the first.
  for (bool swapped : {false, true}) {
    std::vector<OldChunk> old = {bareOldChunk(6, -5, 0, 1), bareOldChunk(4, -5, 0, 4),
                                 bareOldChunk(4, -5, 0, 20)};
    if (swapped)
      std::swap(old[0], old[1]);
    OldArea area = OldArea::forChunk(5, -5, old);
    EXPECT_EQ(area.distance(3, 10, 8), 3.0);
    EXPECT_EQ(area.distance(14, 10, 8), 2.0);
    EXPECT_EQ(area.distance(14, 36, 8), 14.0);
    EXPECT_EQ(area.distance(0, 70, 8), 6.0);
  }
}

TEST(OldArea, IsThePlainForm) {
  std::mt19937 random(608);
  i32 may = 0, mayNot = 0;
  for (i32 round = 0; round < 60; ++round) {
    i32 x = i32(random() % 9) - 4, z = round % 3 ? i32(random() % 9) - 4 : (1 << 27) - 9;
    std::vector<OldChunk> old;
    for (i32 n = 1 + i32(random() % 4); n > 0; --n)
      old.push_back(bareOldChunk(x + i32(random() % 5) - 2, z + i32(random() % 5) - 2,
                                 i32(random() % 6) - 4, 1 + i32(random() % 8)));
    OldArea area = OldArea::forChunk(x, z, old);
    BlendingFilter filter = area.filter();
    if (area.empty()) {
      EXPECT_EQ(plainAreaDistance(old, x, z, 8, 8, 8), std::numeric_limits<f64>::infinity());
      continue;
    }
    for (i32 i = 0; i < 400; ++i) {
      i32 lx = i32(random() % 16), lz = i32(random() % 16), y = i32(random() % 220) - 90;
      bool expected = plainMayCarve(old, x, z, lx, y, lz);
      ASSERT_EQ(filter(lx, y, lz), expected) << lx << ' ' << y << ' ' << lz;
      ++(expected ? may : mayNot);
    }
  }
  EXPECT_GT(may, 1000);
  EXPECT_GT(mayNot, 1000);
}

/// The noise of this block is -1/8 exactly: its shifted position is 4 blocks from the chunk after,
/// which is very high here.
TEST(OldArea, FourBlocksAreTooFar) {
  constexpr i32 x = 12, y = 510828, z = 6;
  ASSERT_EQ(plainOffset(x, y, z), -0.125f);
  std::vector<OldChunk> old = {bareOldChunk(1, -1, 0, 40000), bareOldChunk(1, 0, 0, 40000),
                               bareOldChunk(1, 1, 0, 40000)};
  EXPECT_FALSE(OldArea::forChunk(0, 0, old).mayCarve(x, y, z));
  // In the chunk itself, if that is an old one, too.
  old.push_back(bareOldChunk(0, 0, 0, 40000));
  EXPECT_TRUE(OldArea::forChunk(0, 0, old).mayCarve(x, y, z));
}

/// What lies in the middle of an old chunk is carved, what is 8 blocks away from one is not.
TEST(OldArea, TheSignIsThatOfTheSpecification) {
  BlendingFilter filter = OldArea::forChunk(0, 0, {bareOldChunk(1, 0, -4, 24)}).filter();
  ASSERT_TRUE(filter);
  for (i32 y = -40; y < 300; ++y) {
    EXPECT_TRUE(filter(15, y, 8));
    EXPECT_FALSE(filter(2, y, 8));
  }
}

} // namespace
