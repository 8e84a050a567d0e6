//===- source_test.cpp - The four biome sources (spec 50, 6 and 7) --------===//

#include "runtime/biome/source.h"
#include "support.h"
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>

using namespace terrane;
using namespace terrane::rt;
using namespace terrane::test;

namespace {

const Level level = {-64, 96};

ChunkBiomes fill(const BiomeSource &source, MadeUpContext &context, i32 chunkX, i32 chunkZ,
                 i32 &candidate) {
  ChunkBiomes out;
  fillBiomes(source, madeUpEntries, context, chunkX, chunkZ, level, candidate, out);
  return out;
}

/// Calls `f(x, y, z)` with quarts of the chunk's corner, in the game's order.
template <class F> void inOrder(F &&f) {
  for (i32 section = 0; section < level.height / 16; ++section)
    for (i32 x = 0; x < 4; ++x)
      for (i32 y = 0; y < 4; ++y)
        for (i32 z = 0; z < 4; ++z)
          f(x, 4 * section + y, z);
}

/// A chunk and single quarts must agree where no history matters.
void expectChunkAsQuarts(const BiomeSource &source, MadeUpContext &context, i32 chunkX,
                         i32 chunkZ) {
  i32 candidate = SearchTree::none;
  ChunkBiomes chunk = fill(source, context, chunkX, chunkZ, candidate);
  ASSERT_EQ(chunk.ids.size(), 16u * 24u);
  int compared = 0;
  inOrder([&](i32 x, i32 y, i32 z) {
    i32 qx = 4 * chunkX + x, qy = -16 + y, qz = 4 * chunkZ + z, last = SearchTree::none;
    EXPECT_EQ(chunk.at(qx, qy, qz), biomeAtQuart(source, madeUpEntries, context, qx, qy, qz, last));
    ++compared;
  });
  EXPECT_EQ(compared, 384);
}

TEST(BiomeSource, Fixed) {
  MadeUpContext context([](unsigned, int, int, int) { return 0.0f; });
  BiomeSource source = {FixedSource{7}, {}};
  expectChunkAsQuarts(source, context, -3, 5);
  i32 candidate = 11;
  EXPECT_EQ(fill(source, context, 0, 0, candidate).at(0, 0, 0), 7);
  EXPECT_EQ(candidate, 11);
  EXPECT_TRUE(context.points.empty() && context.volumes.empty());
}

BiomeId boardAt(std::vector<BiomeId> biomes, i32 scale, i32 qx, i32 qz) {
  MadeUpContext context([](unsigned, int, int, int) { return 0.0f; });
  i32 candidate = SearchTree::none;
  BiomeId id = biomeAtQuart({CheckerboardSource{std::move(biomes), scale}, {}}, madeUpEntries,
                            context, qx, 100, qz, candidate);
  EXPECT_TRUE(context.points.empty());
  return id;
}

TEST(BiomeSource, Checkerboard) {
  std::vector<BiomeId> three = {10, 11, 12};
  EXPECT_EQ(boardAt(three, 0, 3, 3), 10);
  EXPECT_EQ(boardAt(three, 0, 4, 3), 11);
  EXPECT_EQ(boardAt(three, 0, 4, 4), 12);
  EXPECT_EQ(boardAt(three, 0, -1, 0), 12); // floor and remainder with the sign of the count
  EXPECT_EQ(boardAt(three, 2, 16, 0), 11); // 16 quarts a field
  EXPECT_EQ(boardAt(three, 30, 1, 0), 11); // shift 32 is shift 0
  EXPECT_EQ(boardAt(three, 62, 1, 1), 12);
  EXPECT_EQ(boardAt({10, 11}, 30, 0x7FFFFFFF, 1), 10); // the sum wraps to -2^31
  EXPECT_EQ(boardAt({10, 10, 11}, 0, 4, 0), 10);       // repeats count

  MadeUpContext context([](unsigned, int, int, int) { return 0.0f; });
  expectChunkAsQuarts({CheckerboardSource{three, 0}, {}}, context, -3, 5);
}

const BiomeSource endSource = {TheEndSource{{0, 1, 2, 3, 4}}, {}};

BiomeId endAt(f32 sample, i32 qx, i32 qz, int samples) {
  MadeUpContext context([=](unsigned, int, int, int) { return sample; });
  i32 candidate = SearchTree::none;
  BiomeId id = biomeAtQuart(endSource, madeUpEntries, context, qx, 0, qz, candidate);
  EXPECT_EQ(int(context.points.size()), samples);
  return id;
}

TEST(BiomeSource, TheEnd) {
  const i32 out = 4 * 65;                      // a quart in chunk 65
  EXPECT_EQ(endAt(1.0f, 4 * 64 + 3, 0, 0), 0); // 64 chunks: still the main island
  EXPECT_EQ(endAt(1.0f, 4 * 64, 4, 1), 1);
  EXPECT_EQ(endAt(1.0f, -4 * 64, 3, 0), 0);
  EXPECT_EQ(endAt(1.0f, -4 * 64 - 1, 0, 1), 1);
  EXPECT_EQ(endAt(1.0f, 4 * 65536, 0, 1), 1); // the square of the chunk wraps in 32 bits
  EXPECT_EQ(endAt(fromBits(0x3E800001u), out, 0, 1), 1);
  EXPECT_EQ(endAt(0.25f, out, 0, 1), 2);
  EXPECT_EQ(endAt(-0.0625f, out, 0, 1), 2);
  EXPECT_EQ(endAt(fromBits(0xBD800001u), out, 0, 1), 4);
  EXPECT_EQ(endAt(-0.21875f, out, 0, 1), 4);
  EXPECT_EQ(endAt(fromBits(0xBE600001u), out, 0, 1), 3);
  EXPECT_EQ(endAt(fromBits(0x7FC00000u), out, 0, 1), 4);
}

TEST(BiomeSource, TheEndSamplesTheMiddleOfTheChunk) {
  MadeUpContext context([](unsigned, int x, int y, int z) { return f32((x + y + z) % 100) / 100; });
  i32 candidate = SearchTree::none;
  biomeAtQuart(endSource, madeUpEntries, context, -4 * 70 + 3, -5, 4 * 80 + 1, candidate);
  ASSERT_EQ(context.points.size(), 1u);
  EXPECT_EQ(context.points[0], (std::array<int, 4>{43, -70 * 16 + 8, -20, 80 * 16 + 8}));

  expectChunkAsQuarts(endSource, context, -70, 80);
  expectChunkAsQuarts(endSource, context, 40, 40);
}

BiomeSource noiseSource() {
  std::mt19937_64 random(3);
  std::vector<SearchTree::Entry> entries;
  for (i32 i = 0; i < 400; ++i) {
    SearchTree::Entry entry = {};
    entry.value = i;
    for (i32 d = 0; d < numTargetDimensions; ++d) {
      entry.box.lo[d] = i64(random() % 5) * 4000 - 10000;
      entry.box.hi[d] = entry.box.lo[d] + i64(random() % 3) * 4000;
    }
    entries.push_back(entry);
  }
  return {MultiNoiseSource{std::make_shared<SearchTree>(entries)}, {}};
}

/// Steps of 0.2, so that many targets lie on boundaries and tie.
float coarse(unsigned entry, int x, int y, int z) {
  int mixed = (x >> 2) * 3 + (y >> 2) * 5 + (z >> 2) * 7 + int(entry) * 11;
  return f32((mixed & 15) % 11 - 5) * 0.2f;
}

TEST(BiomeSource, MultiNoiseAsksSixVolumesAndSearchesInOrder) {
  BiomeSource source = noiseSource();
  const SearchTree &tree = *std::get<MultiNoiseSource>(source.kind).tree;
  MadeUpContext context(coarse);
  const i32 start = 17;
  i32 candidate = start;
  ChunkBiomes chunk = fill(source, context, -3, 5, candidate);

  EXPECT_TRUE(context.points.empty());
  ASSERT_EQ(context.volumes.size(), 6u);
  Volume expected;
  expected.sx = 4, expected.sy = 24, expected.sz = 4;
  expected.mx = -48, expected.my = -64, expected.mz = 80;
  expected.tx = expected.ty = expected.tz = 4;
  for (unsigned d = 0; d < 6; ++d) {
    EXPECT_EQ(context.volumes[d].first, 40 + d);
    EXPECT_TRUE(context.volumes[d].second == expected);
  }

  i32 last = start;
  int compared = 0, withHistory = 0;
  inOrder([&](i32 x, i32 y, i32 z) {
    ClimateTarget target;
    for (unsigned d = 0; d < 6; ++d)
      target.values[d] = quantizeClimate(coarse(40 + d, -48 + 4 * x, -64 + 4 * y, 80 + 4 * z));
    last = tree.findLiteral(target, last);
    EXPECT_EQ(chunk.at(-12 + x, -16 + y, 20 + z), tree.value(last));
    withHistory += last != tree.findLiteral(target, SearchTree::none);
    ++compared;
  });
  EXPECT_EQ(compared, 384);
  EXPECT_GT(withHistory, 0);
  EXPECT_EQ(candidate, last);
}

TEST(BiomeSource, MultiNoiseAtAQuartTakesThePointPath) {
  BiomeSource source = noiseSource();
  MadeUpContext context(coarse);
  i32 candidate = SearchTree::none;
  BiomeId id = biomeAtQuart(source, madeUpEntries, context, -7, 1000, 9, candidate);
  EXPECT_EQ(id, candidate); // values are leaves here
  EXPECT_TRUE(context.volumes.empty());
  ASSERT_EQ(context.points.size(), 6u);
  for (int d = 0; d < 6; ++d)
    EXPECT_EQ(context.points[std::size_t(d)], (std::array<int, 4>{40 + d, -28, 4000, 36}));
}

class NamedEntries : public Generator {
public:
  std::optional<unsigned> entry(std::string_view name) const override {
    const char *names[] = {"router:depth",       "router:erosion", "router:vegetation",
                           "router:temperature", "router:ridges",  "router:continents"};
    for (unsigned i = 0; i < count; ++i)
      if (name == names[i])
        return i;
    return std::nullopt;
  }
  std::unique_ptr<SamplerContext> context(bool, ContextFields) const override { return nullptr; }
  unsigned count = 6;
};

TEST(BiomeSource, ClimateEntries) {
  NamedEntries generator;
  ClimateEntries climate = climateEntries(generator);
  const unsigned expected[] = {3, 2, 5, 1, 0, 4};
  for (int d = 0; d < 6; ++d)
    EXPECT_EQ(climate.entries[d], expected[d]);
  generator.count = 5;
  EXPECT_THROW(climateEntries(generator), std::invalid_argument);
}

} // namespace
