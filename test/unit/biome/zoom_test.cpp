//===- zoom_test.cpp - The biome at a block (spec 50, 8) ------------------===//

#include "runtime/biome/zoom.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace terrane::rt;

namespace {

TEST(Zoom, SeedIsHashed) {
  EXPECT_EQ(zoomSeed(1234567890), 7304622306158335831ll);
  EXPECT_EQ(zoomSeed(0), 8794265229978523055ll);
}

/// The parent is at -2 with an arithmetic shift; the winner is one of its eight corners, and the
/// nearest of them.
TEST(Zoom, WinnerIsTheNearestCorner) {
  std::mt19937_64 random(1);
  i64 seed = zoomSeed(42);
  int moved = 0;
  for (int i = 0; i < 2000; ++i) {
    i32 b[3];
    for (i32 &v : b)
      v = i32(random() % 400) - 200;
    Quart quart = zoomedQuart(seed, b[0], b[1], b[2]);
    i32 q[3] = {quart.x, quart.y, quart.z};
    f64 offset[3], least = 100;
    for (int axis = 0; axis < 3; ++axis) {
      i32 parent = i32(std::floor((b[axis] - 2) / 4.0));
      ASSERT_TRUE(q[axis] == parent || q[axis] == parent + 1);
      moved += q[axis] != parent;
    }
    for (int corner = 0; corner < 8; ++corner) {
      i32 c[3];
      for (int axis = 0; axis < 3; ++axis) {
        c[axis] = i32(std::floor((b[axis] - 2) / 4.0)) + ((corner >> axis) & 1);
        offset[axis] = (b[axis] - 2) / 4.0 - c[axis];
      }
      least =
          std::min(least, zoomDistance(seed, c[0], c[1], c[2], offset[0], offset[1], offset[2]));
    }
    for (int axis = 0; axis < 3; ++axis)
      offset[axis] = (b[axis] - 2) / 4.0 - q[axis];
    EXPECT_EQ(zoomDistance(seed, q[0], q[1], q[2], offset[0], offset[1], offset[2]), least);
  }
  EXPECT_GT(moved, 1000);
}

struct Chunks {
  std::vector<ChunkBiomes> stored;
  std::array<const ChunkBiomes *, 9> around;

  /// `biomes` many, mostly one.
  Chunks(i32 chunkX, i32 chunkZ, u64 seed, BiomeId biomes) : stored(9) {
    std::mt19937_64 random(seed);
    for (i32 i = 0; i < 9; ++i) {
      ChunkBiomes &chunk = stored[std::size_t(i)];
      chunk.chunkX = chunkX + i % 3 - 1, chunk.chunkZ = chunkZ + i / 3 - 1;
      chunk.minQuartY = -4, chunk.quartHeight = 12;
      for (int k = 0; k < 16 * 12; ++k)
        chunk.ids.push_back(random() % 10 < 7 ? 0 : BiomeId(random() % biomes));
      around[std::size_t(i)] = &chunk;
    }
  }
};

TEST(BiomeLookup, QuartsAreClampedInY) {
  Chunks chunks(-2, 3, 1, 1);
  chunks.stored[4].ids[11] = 5; // the top of column 0, 0
  chunks.stored[2].ids[std::size_t(3 + 4 * 3) * 12] =
      6; // the bottom of 3, 3 in the chunk at +1, -1
  BiomeLookup lookup(0, chunks.around);
  EXPECT_EQ(lookup.atQuart(-8, 7, 12), 5);
  EXPECT_EQ(lookup.atQuart(-8, 700, 12), 5);
  EXPECT_EQ(lookup.atQuart(-8, 6, 12), 0);
  EXPECT_EQ(lookup.atQuart(-1, -4, 11), 6);
  EXPECT_EQ(lookup.atQuart(-1, -400, 11), 6);
}

TEST(BiomeLookup, BlocksAreThoseOfTheZoomedQuart) {
  std::mt19937_64 random(9);
  int compared = 0, other = 0;
  for (i32 i = 0; i < 6; ++i) {
    i32 chunkX = i - 3, chunkZ = 1000 * i - 2000;
    Chunks chunks(chunkX, chunkZ, u64(i), BiomeId(1 + i));
    i64 seed = zoomSeed(i);
    BiomeLookup lookup(seed, chunks.around);
    auto expectAt = [&](i32 x, i32 y, i32 z) {
      Quart quart = zoomedQuart(seed, x, y, z);
      BiomeId expected = lookup.atQuart(quart.x, quart.y, quart.z);
      ASSERT_EQ(lookup.atBlock(x, y, z), expected) << x << ' ' << y << ' ' << z;
      ++compared;
      other += expected != 0;
    };
    for (i32 x = 0; x < 16; ++x)
      for (i32 z = 0; z < 16; ++z)
        for (i32 y = 36; y >= -20; --y) // columns, downwards, past both ends of the level
          expectAt(16 * chunkX + x, y, 16 * chunkZ + z);
    for (int k = 0; k < 5000; ++k)
      expectAt(16 * chunkX + i32(random() % 16), i32(random() % 80) - 30,
               16 * chunkZ + i32(random() % 16));
  }
  EXPECT_EQ(compared, 6 * (256 * 57 + 5000));
  EXPECT_GT(other, 1000);
}

/// Exact ties are rare; the first corner in the game's order (x, y, z; the last fastest) has them.
TEST(Zoom, TheFirstOfEqualCornersWins) {
  struct Row {
    i64 world;
    i32 x, y, z, first, second;
  };
  const Row rows[] = {{6, -204, -15, 792, 6, 7},  {6, -204, -14, 792, 4, 5},
                      {6, -203, -15, 792, 6, 7},  {6, -202, -16, 792, 2, 3},
                      {6, -202, -14, 792, 0, 1},  {82, -592, 201, -232, 6, 7},
                      {98, -680, 130, -339, 1, 5}};
  for (const Row &row : rows) {
    i64 seed = zoomSeed(row.world);
    i32 x = row.x - 2, y = row.y - 2, z = row.z - 2;
    Quart corners[2];
    f64 distances[2];
    for (int n = 0; n < 2; ++n) {
      i32 corner = n ? row.second : row.first;
      i32 ix = corner >> 2, iy = corner >> 1 & 1, iz = corner & 1;
      corners[n] = {(x >> 2) + ix, (y >> 2) + iy, (z >> 2) + iz};
      distances[n] =
          zoomDistance(seed, corners[n].x, corners[n].y, corners[n].z, f64(x & 3) / 4.0 - f64(ix),
                       f64(y & 3) / 4.0 - f64(iy), f64(z & 3) / 4.0 - f64(iz));
    }
    ASSERT_EQ(distances[0], distances[1]);
    Quart quart = zoomedQuart(seed, row.x, row.y, row.z);
    EXPECT_EQ(quart.x, corners[0].x);
    EXPECT_EQ(quart.y, corners[0].y);
    EXPECT_EQ(quart.z, corners[0].z);
    // The same through the stored biomes.
    Chunks chunks(row.x >> 4, row.z >> 4, 1, 1);
    for (ChunkBiomes &chunk : chunks.stored) {
      chunk.minQuartY = (y >> 2) - 5;
      for (std::size_t k = 0; k < chunk.ids.size(); ++k)
        chunk.ids[k] = BiomeId(k % 12 % 2 + 2 * (k / 12 % 4 % 2) + 4 * (k / 12 / 4 % 2));
    }
    BiomeLookup lookup(seed, chunks.around);
    ASSERT_NE(lookup.atQuart(corners[0].x, corners[0].y, corners[0].z),
              lookup.atQuart(corners[1].x, corners[1].y, corners[1].z));
    EXPECT_EQ(lookup.atBlock(row.x, row.y, row.z),
              lookup.atQuart(corners[0].x, corners[0].y, corners[0].z));
  }
}

TEST(BiomeLookup, Present) {
  Chunks chunks(0, 0, 1, 1);
  chunks.stored[8].ids[100] = 3;
  chunks.stored[0].ids[0] = 1;
  EXPECT_EQ(BiomeLookup(0, chunks.around).present(5),
            (std::vector<bool>{true, true, false, true, false}));
}

} // namespace
