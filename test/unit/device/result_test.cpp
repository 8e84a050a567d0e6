//===- result_test.cpp - What a chunk takes over from a batch ---------------===//

#include "runtime/cuda/pipeline.h"

#include <gtest/gtest.h>

#include <random>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

constexpr Level level = {-32, 80};
constexpr i32 words = 3; // of a column's marks
const BlockState palette[] = {{"minecraft:air", 0, StateAir},
                              {"a:stone", 1, StateMotion},
                              {"a:water", 2, StateFluid | StateWater},
                              {"minecraft:cave_air", 3, StateAir}};

TerrainSettings settingsOf() {
  TerrainSettings settings{};
  settings.numStates = 4;
  settings.states = palette;
  return settings;
}

/// Blocks as a batch holds them and a chunk that they were put into one by one, which keeps heights
/// and sections itself. Marks go to the chunk in the game's order: those of the fill by z, then x,
/// those of the materials by x, then z, each from the top down.
struct Made {
  explicit Made(i32 number, std::mt19937 &random)
      : chunk(4 + number % 3, -7 + number / 3, level, settings) {
    const i32 top = 16 * (1 + number % 4); // sections above hold nothing
    blocks.assign(size_t(256) * size_t(level.height), 0);
    for (i32 lz = 0; lz < 16; ++lz)
      for (i32 lx = 0; lx < 16; ++lx)
        for (i32 row = 0; row < top - 3; ++row) {
          const StateId state = StateId(random() % 4);
          chunk.set(lx, level.minY + row, lz, state);
          blocks[size_t(lx + 16 * lz) * size_t(level.height) + size_t(row)] = state;
        }
    fill.assign(256 * words, 0), materials.assign(256 * words, 0);
    for (i32 n = 0; n < 900; ++n) {
      const u32 column = random() % 256, row = random() % u32(level.height);
      (n % 2 ? fill : materials)[column * words + row / 32] |= 1u << row % 32;
    }
    const auto mark = [&](const std::vector<u32> &of, i32 lx, i32 lz) {
      for (i32 row = level.height - 1; row >= 0; --row)
        if (of[size_t(lx + 16 * lz) * size_t(words) + size_t(row / 32)] >> row % 32 & 1)
          chunk.markFluid(lx, level.minY + row, lz);
    };
    for (i32 lz = 0; lz < 16; ++lz)
      for (i32 lx = 0; lx < 16; ++lx)
        mark(fill, lx, lz);
    for (i32 lx = 0; lx < 16; ++lx)
      for (i32 lz = 0; lz < 16; ++lz)
        mark(materials, lx, lz);
  }

  const TerrainSettings settings = settingsOf();
  Chunk chunk;
  std::vector<StateId> blocks;
  std::vector<u32> fill, materials;
};

template <class T> void append(std::vector<T> &to, const std::vector<T> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

TEST(BatchResult, AChunkIsAsIfItsBlocksWerePutOneByOne) {
  std::mt19937 random(5);
  std::vector<std::unique_ptr<Made>> made;
  std::vector<StateId> blocks;
  std::vector<i32> surfaces, floors;
  std::vector<u32> fill, materials, redo = {0, 0, 1, 0, 7, 0};
  for (i32 n = 0; n < 6; ++n) {
    made.push_back(std::make_unique<Made>(n, random));
    append(blocks, made.back()->blocks);
    append(surfaces, made.back()->chunk.worldSurfaces());
    append(floors, made.back()->chunk.oceanFloors());
    append(fill, made.back()->fill);
    append(materials, made.back()->materials);
  }
  BatchResult result{};
  result.area = {4, -7, 6, -6};
  result.level = level;
  result.blocks = blocks.data();
  result.worldSurface = surfaces.data(), result.oceanFloor = floors.data();
  result.fillMarks = fill.data(), result.materialMarks = materials.data();
  result.redo = redo.data();
  const TerrainSettings settings = settingsOf();
  Chunk out(0, 0, level, settings); // from one to the next
  for (i32 n = 0; n < 6; ++n) {
    EXPECT_EQ(result.mustRedo(n), n == 2 || n == 4);
    result.copyTo(n, out);
    Chunk &expected = made[size_t(n)]->chunk;
    EXPECT_EQ(out.chunkX(), expected.chunkX());
    EXPECT_EQ(out.chunkZ(), expected.chunkZ());
    EXPECT_EQ(out.blocks(), expected.blocks());
    EXPECT_EQ(out.worldSurfaces(), expected.worldSurfaces());
    EXPECT_EQ(out.oceanFloors(), expected.oceanFloors());
    EXPECT_EQ(out.fluidMarks(), expected.fluidMarks());
    EXPECT_EQ(out.topOfFilledSections(), level.minY + 16 * (1 + n % 4) - 1);
    EXPECT_EQ(out.topOfFilledSections(), expected.topOfFilledSections());
    // How many blocks a section has decides whether air is dropped: one by one it empties.
    for (Chunk *chunk : {&out, &expected})
      for (i32 y = level.minY; y < level.minY + level.height; ++y)
        for (i32 column = 0; column < 256; ++column)
          if (chunk->get(column & 15, y, column >> 4) != 3)
            chunk->set(column & 15, y, column >> 4, 0);
    EXPECT_EQ(out.topOfFilledSections(), level.minY - 1);
    EXPECT_EQ(out.topOfFilledSections(), expected.topOfFilledSections());
  }
}

TEST(BatchResult, BiomesHaveABorderOfOneChunk) {
  BatchResult result{};
  result.area = {4, -7, 6, -6};
  result.minQuartY = -8, result.quartHeight = 20;
  std::vector<u16> biomes(size_t(5 * 4 * 16 * 20));
  for (size_t i = 0; i < biomes.size(); ++i)
    biomes[i] = u16(i);
  result.biomes = biomes.data();
  ChunkBiomes out;
  for (i32 z = -1; z <= 2; ++z)
    for (i32 x = -1; x <= 3; ++x) {
      result.copyBiomes(x, z, out);
      EXPECT_EQ(out.chunkX, 4 + x);
      EXPECT_EQ(out.chunkZ, -7 + z);
      EXPECT_EQ(out.minQuartY, -8);
      EXPECT_EQ(out.quartHeight, 20);
      const i64 first = i64((x + 1) + 5 * (z + 1)) * 320;
      ASSERT_EQ(out.ids.size(), 320u);
      EXPECT_EQ(out.ids[0], first);
      EXPECT_EQ(out.ids[319], first + 319);
    }
}

TEST(BatchResult, RectanglesCountBothEnds) {
  const ChunkRect one = {-3, 8, -3, 8}, all = {-2147483647 - 1, -5, 2147483647, 4};
  EXPECT_EQ(one.width(), 1);
  EXPECT_EQ(one.depth(), 1);
  EXPECT_EQ(one.count(), 1);
  EXPECT_EQ(all.width(), i64(1) << 32);
  EXPECT_EQ(all.depth(), 10);
  EXPECT_EQ(all.count(), i64(10) << 32);
}

} // namespace
