//===- biome_column_test.cpp - Zoomed biomes along a column against single ones -===//

#include "runtime/biome/zoom.h"
#include "runtime/cuda/biome_column.h"
#include "runtime/random/xoroshiro.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

/// The biome of one block by the plain form.
u16 plain(const Batch &b, i32 blockX, i32 blockY, i32 blockZ) {
  const i32 x = blockX - 2, y = blockY - 2, z = blockZ - 2;
  const i32 corner = zoomedCorner(b.material.zoomSeed, x, y, z);
  const i32 qx = (x >> 2) + (corner >> 2), qy = (y >> 2) + (corner >> 1 & 1),
            qz = (z >> 2) + (corner & 1);
  const i64 chunk = ((qx >> 2) - b.chunkX + 1) + i64((qz >> 2) - b.chunkZ + 1) * (b.chunksX + 2);
  return b.biomes[(chunk * 16 + (qx & 3) + 4 * (qz & 3)) * b.quartHeight +
                  iclamp(qy - b.minQuartY, 0, b.quartHeight - 1)];
}

TEST(BiomeColumn, IsEveryBlocksZoomedBiome) {
  Xoroshiro random(79);
  std::vector<int> seen(256);
  for (int round = 0; round < 200; ++round) {
    Batch b = {};
    b.chunksX = 1 + random.nextInt(2), b.chunksZ = 1;
    b.chunkX = random.nextInt(2000) - 1000, b.chunkZ = random.nextInt(2000) - 1000;
    b.minQuartY = random.nextInt(20) - 16, b.quartHeight = 4 + random.nextInt(12);
    b.material.zoomSeed = random.nextLong();
    std::vector<u16> biomes(size_t((b.chunksX + 2) * 3 * 16 * b.quartHeight));
    for (u16 &biome : biomes) // a few next to each other, so that cells are also uniform
      biome = random.nextInt(4) ? u16(&biome == biomes.data() ? 0 : (&biome)[-1])
                                : u16(random.nextInt(256));
    b.biomes = biomes.data();
    const i32 x = b.chunkX * 16 + random.nextInt(16 * b.chunksX),
              z = b.chunkZ * 16 + random.nextInt(16);
    BiomeColumn column(b, x, z);
    const i32 bottom = b.minQuartY * 4 - 6, top = (b.minQuartY + b.quartHeight) * 4 + 6;
    auto same = [&](i32 y) {
      const u16 biome = column.at(y);
      ++seen[biome];
      ASSERT_EQ(biome, plain(b, x, y, z)) << "y " << y;
    };
    for (i32 y = top; y >= bottom; --y)
      same(y);
    for (i32 y = bottom; y <= top; ++y)
      same(y);
    for (int n = 0; n < 50; ++n)
      same(bottom + random.nextInt(top - bottom + 1));
  }
  EXPECT_GT(std::count_if(seen.begin(), seen.end(), [](int n) { return n > 0; }), 200);
}

/// Places of exact ties, as zoom_test.cpp has them.
TEST(BiomeColumn, TheFirstOfEqualCornersWins) {
  struct Row {
    i64 world;
    i32 x, y, z;
  };
  for (const Row &row : {Row{6, -204, -15, 792}, Row{6, -203, -15, 792}, Row{6, -202, -16, 792},
                         Row{82, -592, 201, -232}, Row{98, -680, 130, -339}}) {
    Batch b = {};
    b.chunksX = 1, b.chunksZ = 1;
    b.chunkX = row.x >> 4, b.chunkZ = row.z >> 4;
    b.minQuartY = -16, b.quartHeight = 96;
    b.material.zoomSeed = zoomSeed(row.world);
    std::vector<u16> biomes(size_t(9 * 16 * b.quartHeight));
    for (size_t n = 0; n < biomes.size(); ++n)
      biomes[n] = u16(n);
    b.biomes = biomes.data();
    BiomeColumn column(b, row.x, row.z);
    EXPECT_EQ(column.at(row.y), plain(b, row.x, row.y, row.z)) << row.x << " " << row.y;
  }
}

} // namespace
