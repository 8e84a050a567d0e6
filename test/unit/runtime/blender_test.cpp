//===- blender_test.cpp - Blending with chunks of older versions (spec 30, 9) -===//

#include "runtime/chunk/blender.h"
#include "runtime/math/java.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

using namespace terrane::rt;

namespace {

OldChunk oldChunk(i32 x, i32 z, f32 height, std::size_t entries = 0, f32 density = 0) {
  OldChunk chunk;
  chunk.chunkX = x;
  chunk.chunkZ = z;
  chunk.minSection = -4;
  chunk.heights.fill(height);
  if (entries)
    chunk.densities.fill(std::vector<f32>(entries, density));
  return chunk;
}

TEST(Blender, EmptyLeavesEverything) {
  for (const Blender &blender :
       {Blender(), Blender::forChunk(0, 0, {}), Blender::forChunk(0, 0, {oldChunk(8, 0, 70)}),
        Blender::forChunk(0, 0, {oldChunk(7, 4, 70)})}) {
    EXPECT_TRUE(blender.empty());
    EXPECT_EQ(blender.alpha(3, 3), 1.0f);
    EXPECT_EQ(blender.offset(3, 3), 0.0f);
    EXPECT_EQ(blender.blendDensity(1, 2, 3, 0.7f), 0.7f);
  }
  EXPECT_FALSE(Blender::forChunk(0, 0, {oldChunk(7, 3, 70)}).empty());
}

TEST(Blender, ColumnsAndIndicesAreInverse) {
  int columns = 0;
  for (i32 i = 0; i < 16; ++i) {
    BorderColumn c = BorderColumn::at(i);
    EXPECT_EQ(BorderColumn::indexOf(c.qx, c.qz), i);
  }
  for (i32 x = 0; x <= 4; ++x)
    for (i32 z = 0; z <= 4; ++z)
      columns += BorderColumn::indexOf(x, z).has_value();
  EXPECT_EQ(columns, 16);
  EXPECT_FALSE(BorderColumn::indexOf(2, 3));
}

/// t = 64 - 128, m = 0 for height 63.5: 32 * -64 / (128 * 32).
TEST(Blender, HeightToOffset) {
  EXPECT_EQ(blending::heightToOffset(63.5), -0.5);
  EXPECT_EQ(blending::heightToOffset(127.5), 0.0);
  // Negative: the remainder is brought up into 0..8. t = -4, m = 4.
  EXPECT_EQ(blending::heightToOffset(-4.5),
            (32.0 * -132.0 - 3.0 * -124.0 * 4.0 + 3.0 * 4.0 * 4.0) / (128.0 * 20.0));
}

TEST(Blender, DirectHeight) {
  Blender blender = Blender::forChunk(0, 0, {oldChunk(-1, 0, 63.5f)});
  // The west edge is the old chunk's column at x = 4.
  EXPECT_EQ(blender.alpha(0, 0), 0.0f);
  EXPECT_EQ(blender.offset(3, 12), -0.5f);
  EXPECT_NE(blender.alpha(4, 0), 0.0f);
}

TEST(Blender, AlphaGrowsWithTheDistance) {
  OldChunk chunk = oldChunk(-1, 0, OldChunk::noHeight);
  chunk.heights[15] = 63.5f; // the column at (4, 0): block (0, 0)
  chunk.heights[7] = OldChunk::noHeight;
  Blender blender = Blender::forChunk(0, 0, {chunk});
  BorderColumn last = BorderColumn::at(15);
  ASSERT_EQ(last.qx, 4);
  ASSERT_EQ(last.qz, 0);
  for (i32 quart = 1; quart <= 4; ++quart) {
    f64 a = quart / 28.0;
    a = 3.0 * a * a - 2.0 * a * a * a;
    EXPECT_EQ(blender.alpha(4 * quart + 3, 1), f32(a));
    EXPECT_EQ(blender.offset(4 * quart, 0), -0.5f);
  }
  // Beyond the table, and beyond the reach of 27 cells.
  EXPECT_LT(blender.alpha(4 * 27, 0), 1.0f);
  EXPECT_EQ(blender.alpha(4 * 28, 0), 1.0f);
  EXPECT_EQ(blender.offset(4 * 28, 0), 0.0f);
}

TEST(Blender, HeightsWeighByTheInverseFourthPower) {
  OldChunk chunk = oldChunk(-1, 0, OldChunk::noHeight);
  chunk.heights[15] = 63.5f; // at quart (0, 0)
  chunk.heights[11] = 90.0f; // at quart (0, 4)
  ASSERT_EQ(BorderColumn::at(11).qx, 4);
  ASSERT_EQ(BorderColumn::at(11).qz, 4);
  Blender blender = Blender::forChunk(0, 0, {chunk});
  // From quart (2, 0) the distances are 2 and the root of 20: weights 1/16 and 1/400.
  f64 mean = (63.5 / 16 + 90.0 / 400) / (1.0 / 16 + 1.0 / 400);
  EXPECT_NEAR(blender.offset(8, 0), blending::heightToOffset(mean), 1e-5);
  // The same for densities: cells 0 and -1 of the column at the block's own, of one beside it.
  chunk = oldChunk(-1, 0, 63.5f);
  chunk.densities[15] = std::vector<f32>(48, 3.0f);
  chunk.densities[14] = std::vector<f32>(48, -5.0f); // at quart (0, 1)
  blender = Blender::forChunk(0, 0, {chunk});
  // From quart (1, 0), height 0: distances 1 and the root of 2 at cell 0; all others are above 2.
  f64 average = (0.3 * 1.0 + -0.5 / 4) / (1.0 + 1.0 / 4);
  EXPECT_NEAR(blender.blendDensity(4, 0, 0, 9.0f), average + (1.0 / 3.0) * (9.0 - average), 1e-5);
}

TEST(Blender, TableEqualsDirectComputation) {
  std::vector<OldChunk> chunks = {oldChunk(-2, 1, 70), oldChunk(3, -1, 90), oldChunk(0, 4, 50)};
  Blender here = Blender::forChunk(0, 0, chunks);
  // The same chunks are in reach of the chunk beside, whose table lies elsewhere.
  Blender beside = Blender::forChunk(1, 0, chunks);
  for (i32 z = 0; z < 16; z += 4)
    for (i32 x = 0; x < 16; x += 4) {
      EXPECT_NEAR(here.alpha(x, z), beside.alpha(x, z), 1e-6);
      EXPECT_NEAR(here.offset(x, z), beside.offset(x, z), 1e-6);
    }
}

TEST(Blender, DirectDensity) {
  Blender blender = Blender::forChunk(0, 0, {oldChunk(-1, 0, 63.5f, 48, 3.0f)});
  EXPECT_EQ(blender.blendDensity(0, 0, 0, 9.0f), 3.0f * 0.1f);
  EXPECT_EQ(blender.blendDensity(0, -64, 0, 9.0f), 0.1f); // the lowest cell is solid
  EXPECT_EQ(blender.blendDensity(0, -72, 0, 9.0f), 9.0f); // below it nothing is known
}

TEST(Blender, MixedDensity) {
  OldChunk chunk = oldChunk(-1, 0, 63.5f);
  chunk.densities[15] = std::vector<f32>(48, 3.0f); // at block (0, 0) alone
  Blender blender = Blender::forChunk(0, 0, {chunk});
  // One cell to the east, at height 0: cells 0 and -1 count, at distances 1 and sqrt(5) > 2.
  f64 average = f64(3.0f * 0.1f);
  EXPECT_EQ(blender.blendDensity(4, 0, 0, 9.0f), f32(average + (1.0 / 3.0) * (9.0 - average)));
  EXPECT_EQ(blender.blendDensity(12, 0, 0, 9.0f), 9.0f);
  // Rows above the cell's own are not looked at, whatever their distance; truncation puts y = -7 in
  // cell 0.
  EXPECT_EQ(blender.blendDensity(4, -7, 0, 9.0f), blender.blendDensity(4, 7, 0, 9.0f));
}

TEST(Blender, VisitingOrder) {
  // A key 0 is first whenever it came; others go by slot from the highest down.
  std::vector<i64> keys;
  for (i32 x = -7; x <= 7; ++x)
    for (i32 z = -7; z <= 7; ++z)
      if (x * x + z * z <= 64)
        keys.push_back(blending::packChunk(x, z));
  std::vector<i32> order = blending::visitingOrder(keys);
  ASSERT_EQ(order.size(), keys.size());
  EXPECT_EQ(keys[order[0]], 0);
  std::vector<i32> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (i32 i = 0; i < i32(sorted.size()); ++i)
    EXPECT_EQ(sorted[i], i);

  // Key 1: h = 9E3779B97F4A7C15, h ^ h >>> 32 has low half E17D05AC, ^ its high 16 bits: slot 0x11
  // of 32. Key 2: 3C6EF372FE94F82A gives C2FA0B58 and slot 0x02. So 1 comes before 2.
  EXPECT_EQ(blending::visitingOrder({1, 2}), (std::vector<i32>{0, 1}));
  EXPECT_EQ(blending::visitingOrder({2, 1}), (std::vector<i32>{1, 0}));
  EXPECT_EQ(blending::visitingOrder({2, 1, 0}), (std::vector<i32>{2, 1, 0}));
}

TEST(Blender, TableGrowsAboveThreeQuarters) {
  // With 24 keys there are 32 slots, with 25 there are 64: the order is that of the low 5 or 6 bits
  // of the hash, up to collisions.
  auto slot = [](i64 key, u32 mask) {
    u64 h = u64(key) * 0x9E3779B97F4A7C15ull;
    h ^= h >> 32;
    return u32(h ^ h >> 16) & mask;
  };
  auto descents = [&](std::size_t count, u32 mask) {
    std::vector<i64> keys(count);
    std::iota(keys.begin(), keys.end(), 1);
    std::vector<i32> order = blending::visitingOrder(keys);
    int wrong = 0;
    for (std::size_t i = 1; i < order.size(); ++i)
      wrong += slot(keys[order[i]], mask) > slot(keys[order[i - 1]], mask);
    return wrong;
  };
  EXPECT_LT(descents(24, 31), descents(24, 63));
  EXPECT_LT(descents(25, 63), descents(25, 31));
}

} // namespace
