//===- blend_biomes_test.cpp - Biomes next to old chunks (spec 30, 9.4) ---===//

#include "fakes.h"
#include "plain_blend.h"
#include "runtime/chunk/blend_biomes.h"

#include <gtest/gtest.h>
#include <random>
#include <stdexcept>

using namespace terrane::test;

namespace {

/// One biome, everywhere or in one column.
OldChunk oldWith(i32 x, i32 z, BiomeId biome, i32 column = -1) {
  OldChunk chunk = bareOldChunk(x, z);
  for (i32 i = 0; i < 16; ++i)
    if (column < 0 || column == i)
      chunk.biomes[i].assign(8, biome);
  return chunk;
}

/// With holes, columns that are short, chunks without any.
std::vector<OldChunk> randomOld(std::mt19937 &random, i32 chunkX, i32 chunkZ, u32 oneIn,
                                u32 numBiomes) {
  std::vector<OldChunk> old;
  for (i32 dx = -9; dx <= 9; ++dx)
    for (i32 dz = -9; dz <= 9; ++dz) {
      if (random() % oneIn)
        continue;
      OldChunk chunk = bareOldChunk(chunkX + dx, chunkZ + dz, i32(random() % 5) - 3, 2);
      for (std::vector<BiomeId> &column : chunk.biomes) {
        if (random() % 3 == 0)
          continue;
        for (i32 n = random() % 4 ? 8 : 5; n > 0; --n)
          column.push_back(random() % 4 ? BiomeId(random() % numBiomes) : OldChunk::noBiome);
      }
      old.push_back(chunk);
    }
  std::shuffle(old.begin(), old.end(), random);
  return old;
}

std::optional<BiomeId> blendedAt(const std::vector<OldChunk> &old, i32 qx, i32 qy, i32 qz) {
  return BiomeBlender::forChunk(qx >> 2, qz >> 2, old).column(qx, qz).at(qy);
}

TEST(BlendBiomes, OffsetNoise) {
  EXPECT_EQ(plainOffsetParameters().baseAmplitude, 0.9381732587751005);
  std::mt19937 random(4);
  i32 different = 0;
  f32 last = 0;
  for (i32 i = 0; i < 2000; ++i) {
    i32 shift = i32(random() % 31);
    f64 x = i32(random()) >> shift, y = i32(random()) >> shift, z = i32(random()) >> shift;
    f32 got = blending::offsetNoise(x, y, z);
    EXPECT_EQ(got, plainOffset(x, y, z));
    EXPECT_TRUE(std::isfinite(got));
    different += got != last;
    last = got;
  }
  EXPECT_GT(different, 1000);
}

TEST(BlendBiomes, IsThePlainForm) {
  std::mt19937 random(94);
  i32 blended = 0, normal = 0, tied = 0;
  for (i32 round = 0; round < 24; ++round) {
    i32 x = i32(random() % 41) - 20, z = i32(random() % 41) - 20;
    if (round % 4 == 0)
      x = z = 0; // keys of 0 among the chunks
    if (round % 4 == 1)
      x = (1 << 27) - 20, z = -(1 << 27) + 20;
    u32 density[] = {1, 3, 12, 60};
    std::vector<OldChunk> old = randomOld(random, x, z, density[round / 4 % 4], 3 + round);
    BiomeBlender blender = BiomeBlender::forChunk(x, z, old);
    for (i32 c = 0; c < 16; ++c) {
      i32 qx = 4 * x + c / 4, qz = 4 * z + c % 4;
      BiomeBlender::Column column = blender.column(qx, qz);
      for (i32 qy = -14; qy < 18; qy += 1 + c % 3) {
        PlainBiome expected = plainBlend(old, x, z, qx, qy, qz);
        ASSERT_EQ(column.at(qy), expected.biome) << qx << ' ' << qy << ' ' << qz;
        ++(expected.biome ? blended : normal);
        tied += expected.biome && expected.tied;
      }
    }
  }
  EXPECT_GT(blended, 1000);
  EXPECT_GT(normal, 1000);
  EXPECT_GT(tied, 100);
}

TEST(BlendBiomes, EmptyWithoutBiomesInReach) {
  std::vector<OldChunk> none, bare = {bareOldChunk(1, 0)},
                              far = {oldWith(8, 0, 1), oldWith(7, 4, 1)};
  std::vector<OldChunk> holes = {oldWith(1, 0, OldChunk::noBiome)}, near = {oldWith(7, 3, 1)};
  EXPECT_TRUE(BiomeBlender().empty());
  for (const std::vector<OldChunk> *old : {&none, &bare, &far, &holes})
    EXPECT_TRUE(BiomeBlender::forChunk(0, 0, *old).empty());
  EXPECT_FALSE(BiomeBlender().column(0, 0).at(0));
  EXPECT_FALSE(BiomeBlender::forChunk(0, 0, near).empty());
}

/// At this quart the noise is about -1.24, low enough for the farthest columns.
TEST(BlendBiomes, TwentySevenIsStillNear) {
  constexpr i32 qx = -846, qz = 371;
  ASSERT_LT(plainOffset(qx, 0, qz) * 12.0f, -14.0f);
  // Columns 0..3 lie on the chunk's side of lowest z, from x = 3 down to 0.
  EXPECT_EQ(blendedAt({oldWith(-212, 86, 5, 1)}, qx, 0, qz), BiomeId(5));
  EXPECT_EQ(blendedAt({oldWith(-212, 86, 5, 2)}, qx, 0, qz), std::nullopt) << "a root of 730";
  EXPECT_EQ(blendedAt({oldWith(-212, 86, 5, 0)}, qx, 0, qz), std::nullopt);
}

/// Distance and noise add up to 14 exactly at the one quart and to the next f32 at the other.
TEST(BlendBiomes, OneHalfBelongsToTheOldChunk) {
  EXPECT_EQ(std::sqrt(356.0f) + plainOffset(1022, 0, -284) * 12.0f, 14.0f);
  EXPECT_EQ(blendedAt({oldWith(253, -75, 5, 3)}, 1022, 0, -284), BiomeId(5));
  EXPECT_EQ(std::sqrt(218.0f) + plainOffset(-409, 0, -267) * 12.0f, std::nextafter(14.0f, 15.0f));
  EXPECT_EQ(blendedAt({oldWith(-104, -70, 5, 3)}, -409, 0, -267), std::nullopt);
}

/// Where no biome is known at a height the next column counts, with its own distance.
TEST(BlendBiomes, HeightsAreLookedUpColumnByColumn) {
  i32 checked = 0;
  for (i32 chunkX = 0; chunkX < 60; ++chunkX) {
    i32 qx = 4 * chunkX + 3;
    f32 s = plainOffset(qx, 0, 0) * 12.0f;
    if (!(s < 8))
      continue;
    // One and two quarts away: the low side of the chunk after, columns 3 (x = 0) and 2 (x = 1).
    std::vector<OldChunk> old = {bareOldChunk(chunkX + 1, 0, 1, 2)};
    old[0].biomes[3] = {7, OldChunk::noBiome, 7};
    old[0].biomes[2] = {8, 8, 8, 8, OldChunk::noBiome};
    EXPECT_EQ(blendedAt(old, qx, 3, 0), std::nullopt) << "below";
    EXPECT_EQ(blendedAt(old, qx, 4, 0), BiomeId(7));
    EXPECT_EQ(blendedAt(old, qx, 5, 0), BiomeId(8)) << "a hole";
    EXPECT_EQ(blendedAt(old, qx, 6, 0), BiomeId(7));
    EXPECT_EQ(blendedAt(old, qx, 7, 0), BiomeId(8)) << "above the shorter column";
    EXPECT_EQ(blendedAt(old, qx, 8, 0), std::nullopt) << "above both";
    EXPECT_EQ(blendedAt(old, qx, 9, 0), std::nullopt);
    ++checked;
  }
  EXPECT_GT(checked, 10);
}

TEST(BlendBiomes, OfTwoChunksAtOnePlaceTheFirstCounts) {
  std::vector<OldChunk> old;
  i32 chunkX = 0;
  while (plainOffset(4 * chunkX, 0, 0) >= 0)
    ++chunkX;
  old = {oldWith(chunkX, 0, 3), oldWith(chunkX, 0, 4)};
  EXPECT_EQ(blendedAt(old, 4 * chunkX, 0, 0), BiomeId(3));
}

//===----------------------------------------------------------------------===//
// Whole chunks.
//===----------------------------------------------------------------------===//

constexpr Level level{-64, 96};
constexpr ClimateEntries climate = {{0, 1, 2, 3, 4, 5}};

/// Samples on a coarse grid, where boxes touch: the last result of the search shows.
FakeContext tyingContext() {
  FakeContext context;
  for (unsigned entry = 0; entry < 6; ++entry)
    context.functions[entry] = [=](i32 x, i32 y, i32 z) {
      return f32(i32(hashOf({entry, x >> 3, y >> 3, z >> 3}) % 5) - 2) * 0.25f;
    };
  return context;
}
BiomeTable tableOf(i32 count) {
  BiomeTable table;
  for (i32 i = 0; i < count; ++i)
    table.biomes.push_back({"test:" + std::to_string(i), 0.5f, false});
  return table;
}
BiomeSource multiNoise() {
  std::vector<SearchTree::Entry> entries(60);
  for (i32 i = 0; i < 60; ++i) {
    ClimateBox &box = entries[i].box;
    for (i32 d = 0; d < 7; ++d) {
      box.lo[d] = d < 6 ? (i64(hashOf({i, d}) % 5) - 2) * 2500 : 0;
      box.hi[d] = d < 6 ? box.lo[d] + 2500 : 0;
    }
    entries[i].value = i % 20;
  }
  return {MultiNoiseSource{std::make_shared<SearchTree>(entries)}, tableOf(20)};
}

/// Calls `f(index, qx, qy, qz)` in the game's order.
template <class F> void inOrder(i32 chunkX, i32 chunkZ, F &&f) {
  for (i32 section = 0; section < level.height / 16; ++section)
    for (i32 x = 0; x < 4; ++x)
      for (i32 y = 0; y < 4; ++y)
        for (i32 z = 0; z < 4; ++z)
          f(4 * section + y + (x + 4 * z) * (level.height / 4), 4 * chunkX + x,
            level.minY / 4 + 4 * section + y, 4 * chunkZ + z);
}

TEST(BlendBiomes, TheSearchSeesOnlyWhatIsAskedFor) {
  BiomeSource source = multiNoise();
  const SearchTree &tree = *std::get<MultiNoiseSource>(source.kind).tree;
  std::mt19937 random(6);
  i32 blended = 0, normal = 0, shown = 0;
  for (i32 round = 0; round < 12; ++round) {
    i32 x = round - 6, z = 2 * round;
    std::vector<OldChunk> old = randomOld(random, x, z, 4, 20);
    BiomeBlender blender = BiomeBlender::forChunk(x, z, old);
    ASSERT_FALSE(blender.empty());
    FakeContext context = tyingContext();
    i32 candidate = SearchTree::none, last = SearchTree::none, plainLast = SearchTree::none;
    ChunkBiomes out, plain;
    fillBlendedBiomes(source, climate, context, x, z, level, candidate, blender, out);
    // Six volumes as without old chunks.
    std::vector<FakeContext::Call> calls = context.calls;
    context.calls.clear();
    fillBiomes(source, climate, context, x, z, level, plainLast, plain);
    EXPECT_EQ(calls.size(), 6u);
    EXPECT_TRUE(calls == context.calls);
    EXPECT_EQ(out.chunkX, x);
    EXPECT_EQ(out.chunkZ, z);
    EXPECT_EQ(out.minQuartY, plain.minQuartY);
    EXPECT_EQ(out.quartHeight, plain.quartHeight);
    ASSERT_EQ(out.ids.size(), plain.ids.size());
    inOrder(x, z, [&](i32 index, i32 qx, i32 qy, i32 qz) {
      if (std::optional<BiomeId> b = plainBlend(old, x, z, qx, qy, qz).biome) {
        EXPECT_EQ(out.ids[index], *b);
        ++blended;
        return;
      }
      ClimateTarget target;
      for (i32 d = 0; d < 6; ++d)
        target.values[d] = quantizeClimate(context.functions[d](4 * qx, 4 * qy, 4 * qz));
      last = tree.findLiteral(target, last);
      EXPECT_EQ(out.ids[index], BiomeId(tree.value(last)));
      ++normal;
      shown += out.ids[index] != plain.ids[index];
    });
    EXPECT_EQ(candidate, last);
  }
  EXPECT_GT(blended, 300);
  EXPECT_GT(normal, 300);
  EXPECT_GT(shown, 0) << "asking for all would have given the same";
}

TEST(BlendBiomes, OtherSources) {
  std::mt19937 random(7);
  for (const BiomeSource &source : {BiomeSource{FixedSource{3}, tableOf(20)},
                                    BiomeSource{CheckerboardSource{{1, 2, 3}, 0}, tableOf(20)},
                                    BiomeSource{TheEndSource{{0, 1, 2, 3, 4}}, tableOf(20)}}) {
    i32 blended = 0, normal = 0;
    for (i32 x : {3, 900}) {
      std::vector<OldChunk> old = randomOld(random, x, -5, 6, 20);
      FakeContext context = tyingContext();
      ChunkBiomes out, plain;
      i32 candidate = 11;
      BiomeBlender blender = BiomeBlender::forChunk(x, -5, old);
      fillBlendedBiomes(source, climate, context, x, -5, level, candidate, blender, out);
      fillBiomes(source, climate, context, x, -5, level, candidate, plain);
      ASSERT_EQ(out.ids.size(), plain.ids.size());
      inOrder(x, -5, [&](i32 index, i32 qx, i32 qy, i32 qz) {
        std::optional<BiomeId> b = plainBlend(old, x, -5, qx, qy, qz).biome;
        EXPECT_EQ(out.ids[index], b.value_or(plain.ids[index]));
        ++(b ? blended : normal);
      });
      EXPECT_EQ(candidate, 11);
    }
    EXPECT_GT(blended, 20);
    EXPECT_GT(normal, 20);
  }
}

TEST(BlendBiomes, RefusesABiomeOutsideTheTable) {
  i32 chunkX = 0;
  while (plainOffset(4 * chunkX, 0, 0) >= 0)
    ++chunkX;
  BiomeSource source = multiNoise();
  FakeContext context = tyingContext();
  i32 candidate = SearchTree::none;
  ChunkBiomes out;
  for (BiomeId biome : {19, 20, 65534}) {
    std::vector<OldChunk> old = {oldWith(chunkX, 0, biome)};
    auto fill = [&] {
      fillBlendedBiomes(source, climate, context, chunkX, 0, level, candidate,
                        BiomeBlender::forChunk(chunkX, 0, old), out);
    };
    if (biome < 20)
      EXPECT_NO_THROW(fill());
    else
      EXPECT_THROW(fill(), std::out_of_range) << biome;
  }
}

} // namespace
