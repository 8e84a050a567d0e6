//===- mask_test.cpp - The carving mask of a chunk ------------------------===//

#include "runtime/carver/mask.h"

#include <array>
#include <gtest/gtest.h>

using namespace terrane::rt;

namespace {

using Stretch = std::array<i32, 4>;

std::vector<Stretch> runsOf(const CarvingMask &mask) {
  std::vector<Stretch> runs;
  mask.forEachRun(
      [&](i32 lx, i32 lz, i32 bottom, i32 top) { runs.push_back({lx, lz, bottom, top}); });
  return runs;
}

} // namespace

TEST(CarvingMask, HasTheRowsThatCarversReach) {
  CarvingMask mask;
  mask.reset({-64, 384, 63});
  EXPECT_EQ(mask.minY(), -63);
  EXPECT_EQ(mask.maxY(), 312);
  EXPECT_TRUE(mask.empty());
  EXPECT_EQ(mask.bytes().size(), std::size_t(32 * 376));
  for (i32 height : {8, 3, 0, -16}) {
    mask.reset({0, height, 0});
    EXPECT_EQ(mask.height(), 0);
    EXPECT_TRUE(mask.empty());
    EXPECT_TRUE(mask.bytes().empty());
    EXPECT_TRUE(runsOf(mask).empty());
  }
}

TEST(CarvingMask, RunsGoByColumnsUpwards) {
  CarvingMask mask;
  mask.reset({-64, 384, 63});
  mask.set(3, 10, 4);
  mask.set(3, 11, 4);
  mask.set(3, -63, -63, 4);
  mask.set(2, 312, 15);
  mask.set(3, -10, 200, 0);
  mask.set(3, 0, -1, 9); // none
  std::vector<Stretch> expected = {
      {2, 15, 312, 312}, {3, 0, -10, 200}, {3, 4, -63, -63}, {3, 4, 10, 11}};
  EXPECT_EQ(runsOf(mask), expected);
  EXPECT_EQ(mask.count(), 1 + 211 + 3);
  EXPECT_TRUE(mask.get(3, 200, 0));
  EXPECT_FALSE(mask.get(3, 201, 0));
  EXPECT_FALSE(mask.get(3, 313, 0));
  EXPECT_FALSE(mask.get(3, -64, 0));
  std::vector<u8> bytes = mask.bytes();
  i32 bit = (10 + 63) + (4 + 16 * 3) * 376;
  EXPECT_EQ(bytes[bit >> 3] >> (bit & 7) & 1, 1);
}

TEST(CarvingMask, RangesAreTheSameAsSingleBits) {
  for (i32 height : {64, 72, 136, 137, 384})
    for (i32 low = 1; low < height - 8; low += 7)
      for (i32 high = low; high <= height - 8; high += 5) {
        CarvingMask range, single;
        range.reset({0, height, 0});
        single.reset({0, height, 0});
        range.set(5, low, high, 6);
        for (i32 y = low; y <= high; ++y)
          single.set(5, y, 6);
        ASSERT_TRUE(range == single) << height << ' ' << low << ' ' << high;
        ASSERT_EQ(runsOf(range), (std::vector<Stretch>{{5, 6, low, high}}));
      }
}
