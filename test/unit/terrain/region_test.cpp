//===- region_test.cpp - Regions on one thread and on several -------------===//
//
// The functions made up here answer with the number of their call since the context's last reset in
// it, so that a context that is carried from chunk to chunk shows in the blocks.
//
//===----------------------------------------------------------------------===//

#include "runtime/chunk/region.h"

#include "../material/support.h"
#include "chunk_bytes.h"
#include "runtime/math/float_mode.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

using namespace terrane;
using namespace terrane::test;

namespace {

const char *const entryNames[] = {"router:temperature",   "router:vegetation",
                                  "router:continents",    "router:erosion",
                                  "router:depth",         "router:ridges",
                                  "router:final_density", "router:chunk_surface_level"};
enum { FinalDensity = 6, SurfaceLevel = 7 };

/// How often biomes were asked for, by chunk.
struct Record {
  std::mutex mutex;
  std::map<std::pair<int, int>, int> biomes;
  std::set<std::thread::id> threads;
  std::set<unsigned> floatModes;
};

class HistoryContext : public SamplerContext {
public:
  HistoryContext(Record &record, rt::i64 seed) : record(record), seed(seed) {}

  void volume(unsigned entry, float *out, const rt::Volume &v) override {
    ++calls;
    std::lock_guard<std::mutex> lock(record.mutex);
    record.threads.insert(std::this_thread::get_id());
    record.floatModes.insert(_mm_getcsr() & rt::FloatMode::modeBits);
    if (entry == 0)
      ++record.biomes[{v.mx >> 4, v.mz >> 4}];
    for (int k = 0; k < v.sz; ++k)
      for (int i = 0; i < v.sx; ++i)
        for (int j = 0; j < v.sy; ++j)
          *out++ = value(entry, v.blockX(i), v.blockY(j), v.blockZ(k));
  }
  float point(unsigned entry, int x, int y, int z) override {
    ++calls;
    return value(entry, x, y, z);
  }
  void reset(ContextFields fields) override {
    calls = fields.beardifier ? 100 : 0;
    if (fields.blender)
      calls += 1000;
  }

private:
  float value(unsigned entry, int x, int y, int z) const {
    rt::u64 bits = mixed(rt::u64(seed), {int(entry), calls, x >> 1, y >> 2, z >> 1});
    float unit = float(bits >> 40) * 0x1p-24f;
    if (entry == FinalDensity)
      return unit + float(30 - y) * 0x1p-5f;
    return entry == SurfaceLevel ? 20 + 8 * unit : 2 * unit - 1;
  }

  Record &record;
  rt::i64 seed;
  int calls = 0;
};

class HistoryGenerator : public Generator {
public:
  explicit HistoryGenerator(rt::i64 seed) : seed(seed) {}
  std::optional<unsigned> entry(std::string_view name) const override {
    for (unsigned i = 0; i < std::size(entryNames); ++i)
      if (name == entryNames[i])
        return i;
    return std::nullopt;
  }
  std::unique_ptr<SamplerContext> context(bool, ContextFields) const override {
    return std::make_unique<HistoryContext>(record, seed);
  }
  mutable Record record;

private:
  rt::i64 seed;
};

/// A rule that is a function; free to share between threads.
class Rule : public rt::MaterialRule {
public:
  using Function = std::function<rt::i32(rt::MaterialContext &)>;
  explicit Rule(Function function) : function(std::move(function)) {}

  const std::vector<rt::Vein> &veins() const override { return none; }
  void walk(rt::MaterialContext &context, const std::vector<bool> *) const override {
    rt::walkColumns(context, function);
  }
  rt::i32 apply(rt::MaterialContext &context, const std::vector<bool> *) const override {
    return function(context);
  }

private:
  Function function;
  std::vector<rt::Vein> none;
};

/// A multi-noise source, whose search remembers its last result.
std::shared_ptr<const rt::BiomeSource> biomeSource() {
  std::vector<rt::SearchTree::Entry> entries(40);
  for (int i = 0; i < 40; ++i) {
    rt::ClimateBox &box = entries[i].box;
    box.lo[6] = box.hi[6] = 0;
    for (int d = 0; d < 6; ++d) {
      box.lo[d] = rt::i64(mixed(5, {i, d}) % 18000) - 9000;
      box.hi[d] = box.lo[d] + 2000;
    }
    entries[i].value = i % 5;
  }
  auto source = std::make_shared<rt::BiomeSource>();
  source->table = TestBiomes::table();
  source->kind = rt::MultiNoiseSource{std::make_shared<rt::SearchTree>(entries)};
  return source;
}

rt::i32 topsByBiome(rt::MaterialContext &c) {
  return c.above == 1 ? rt::i32(Terracotta + c.blockBiome(&c)) : rt::noState;
}

struct World {
  explicit World(Rule::Function rule = topsByBiome) {
    rt::TerrainWorld::Parts parts;
    parts.seed = 77;
    parts.level = testLevel;
    parts.settings = {settings, &settings->terrain};
    parts.functions = functions;
    parts.rule = std::make_shared<Rule>(std::move(rule));
    parts.biomes = biomeSource();
    std::string error;
    world = rt::TerrainWorld::create(std::move(parts), error);
    EXPECT_TRUE(world) << error;
  }

  std::shared_ptr<TestSettings> settings = std::make_shared<TestSettings>();
  std::shared_ptr<HistoryGenerator> functions = std::make_shared<HistoryGenerator>(77);
  std::shared_ptr<const rt::TerrainWorld> world;
};

Bytes oneChunk(rt::TerrainStep &step, int x, int z) {
  std::array<rt::ChunkBiomes, 9> biomes;
  std::array<const rt::ChunkBiomes *, 9> around{};
  for (int i = 0; i < 9; ++i) {
    step.biomes(x + i % 3 - 1, z + i / 3 - 1, biomes[i]);
    around[i] = &biomes[i];
  }
  rt::Chunk chunk = step.makeChunk();
  step.fill(chunk, x, z);
  std::string error;
  EXPECT_TRUE(step.materials(chunk, around, error)) << error;
  return bytesOf(chunk, biomes[4]);
}

std::vector<Bytes> region(const World &world, const rt::RegionRequest &request) {
  std::vector<Bytes> all;
  std::thread::id here = std::this_thread::get_id();
  rt::RegionResult result =
      rt::generateRegion(world.world, request, [&](const rt::RegionChunk &chunk) {
        EXPECT_EQ(chunk.index, rt::i64(all.size()));
        EXPECT_EQ(std::this_thread::get_id(), here);
        EXPECT_EQ(chunk.biomes.chunkX, chunk.chunk.chunkX());
        EXPECT_EQ(chunk.biomes.chunkZ, chunk.chunk.chunkZ());
        all.push_back(bytesOf(chunk.chunk, chunk.biomes));
        return true;
      });
  EXPECT_EQ(result.state, rt::RegionResult::Complete) << result.error;
  EXPECT_EQ(result.delivered, request.area.count());
  EXPECT_EQ(rt::i64(all.size()), request.area.count());
  return all;
}

rt::RegionRequest requestFor(rt::ChunkRect area, unsigned threads) {
  rt::RegionRequest request;
  request.area = area;
  request.threads = threads;
  return request;
}

TEST(TerrainStep, AChunkDependsOnNothingBeforeIt) {
  World world;
  rt::TerrainStep step(world.world), other(world.world);
  Bytes first = oneChunk(step, 3, -2), neighbour = oneChunk(step, 4, -2);
  EXPECT_FALSE(first.blocks == neighbour.blocks);
  EXPECT_GT(std::count(first.blocks.begin(), first.blocks.end(), Stone), 1000);
  EXPECT_GT(std::count_if(first.blocks.begin(), first.blocks.end(),
                          [](rt::StateId s) { return s >= Terracotta && s < Snow; }),
            100);
  EXPECT_GT(std::set<rt::BiomeId>(first.biomes.begin(), first.biomes.end()).size(), 2u);
  EXPECT_TRUE(oneChunk(step, 3, -2) == first) << "again";
  EXPECT_TRUE(oneChunk(other, 4, -2) == neighbour) << "the other order";
  EXPECT_TRUE(oneChunk(other, 3, -2) == first) << "the other order";
  std::thread([&] {
    rt::TerrainStep there(world.world);
    EXPECT_TRUE(oneChunk(there, 3, -2) == first) << "another thread";
  }).join();
}

TEST(Region, ChunksAreThoseOfTheStep) {
  World world;
  rt::TerrainStep step(world.world);
  std::vector<Bytes> all = region(world, requestFor({-2, 5, 1, 7}, 1));
  size_t at = 0;
  for (int z = 5; z <= 7; ++z)
    for (int x = -2; x <= 1; ++x, ++at)
      EXPECT_TRUE(oneChunk(step, x, z) == all.at(at)) << x << ' ' << z;
}

TEST(Region, ThreadsDoNotMatter) {
  // Wide, narrow, small, and longer than any window.
  for (rt::ChunkRect area : {rt::ChunkRect{0, 0, 9, 3},
                             {5, -20, 5, 25},
                             {-1, -1, -1, -1},
                             {-30, 2, 40, 2},
                             {0, 0, 1, 30}}) {
    World alone;
    std::vector<Bytes> expected = region(alone, requestFor(area, 1));
    for (unsigned threads : {2u, 4u, 16u}) {
      World world;
      EXPECT_TRUE(region(world, requestFor(area, threads)) == expected) << threads;
      if (area.count() > 8)
        EXPECT_GT(world.functions->record.threads.size(), 1u);
      EXPECT_EQ(rt::i64(world.functions->record.biomes.size()),
                (area.width() + 2) * (area.depth() + 2));
      for (const auto &[chunk, count] : world.functions->record.biomes)
        EXPECT_EQ(count, 1) << chunk.first << ' ' << chunk.second;
    }
  }
}

TEST(Region, TheCallersFloatModeDoesNotMatter) {
  World plain, flushed;
  std::vector<Bytes> expected = region(plain, requestFor({0, 0, 3, 2}, 4)), got;
  const unsigned before = _mm_getcsr(), foreign = 0xDFC0; // flushes denormals, rounds up
  _mm_setcsr(foreign);
  got = region(flushed, requestFor({0, 0, 3, 2}, 4));
  EXPECT_EQ(_mm_getcsr() & rt::FloatMode::modeBits, foreign);
  _mm_setcsr(before);
  EXPECT_TRUE(got == expected);
  EXPECT_EQ(flushed.functions->record.floatModes, std::set<unsigned>{rt::FloatMode::javaMode});
}

TEST(Region, ADeliveryThatTakesLongHoldsTheRest) {
  World world;
  int delivered = 0;
  rt::RegionRequest request = requestFor({0, 0, 3, 9}, 4);
  rt::i64 progress = 0;
  request.progress = [&](rt::i64 done, rt::i64 total) {
    EXPECT_EQ(done, ++progress);
    EXPECT_EQ(total, 40);
  };
  rt::generateRegion(world.world, request, [&](const rt::RegionChunk &chunk) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    EXPECT_EQ(chunk.index, delivered++);
    return true;
  });
  EXPECT_EQ(delivered, 40);
  EXPECT_EQ(progress, 40);
}

TEST(Region, Inputs) {
  World world;
  std::vector<Bytes> plain = region(world, requestFor({0, 0, 3, 3}, 1)), expected;
  for (unsigned threads : {1u, 4u}) {
    rt::RegionRequest request = requestFor({0, 0, 3, 3}, threads);
    std::mutex mutex;
    std::set<std::pair<int, int>> asked;
    request.inputs = [&](int x, int z) {
      std::lock_guard<std::mutex> lock(mutex);
      EXPECT_TRUE(asked.insert({x, z}).second);
      rt::ChunkInputs inputs;
      if (x == 1) {
        rt::StructurePiece piece;
        piece.box = {x * 16, 10, z * 16, x * 16 + 5, 20, z * 16 + 5};
        piece.adaptation = rt::Adaptation::Bury;
        inputs.pieces.push_back(piece);
      }
      if (z == 2) {
        rt::OldChunk old;
        old.chunkX = x;
        old.chunkZ = z + 1;
        inputs.oldChunks.push_back(old);
      }
      return inputs;
    };
    std::vector<Bytes> all = region(world, request);
    EXPECT_EQ(asked.size(), 16u);
    for (const Bytes &chunk : all) {
      bool touched = chunk.x == 1 || chunk.z == 2;
      EXPECT_EQ(chunk == plain.at(chunk.x + 4 * chunk.z), !touched) << chunk.x << ' ' << chunk.z;
    }
    if (threads == 1)
      expected = all;
    EXPECT_TRUE(all == expected);
  }
}

TEST(Region, TheFirstFailureInOrderIsReported) {
  World world([](rt::MaterialContext &c) {
    int index = (c.x >> 4) + 6 * (c.z >> 4);
    c.failed = index == 21 || index == 15 || index == 16;
    // The first one to fail is the last one to say so.
    if (index == 15)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return rt::noState;
  });
  for (unsigned threads : {1u, 4u}) {
    rt::i64 count = 0;
    rt::RegionResult result =
        rt::generateRegion(world.world, requestFor({0, 0, 5, 5}, threads),
                           [&](const rt::RegionChunk &) { return ++count, true; });
    EXPECT_EQ(result.state, rt::RegionResult::Failed);
    EXPECT_EQ(result.chunkX, 3);
    EXPECT_EQ(result.chunkZ, 2);
    EXPECT_FALSE(result.error.empty());
    EXPECT_EQ(result.delivered, 15);
    EXPECT_EQ(count, 15);
  }
}

TEST(Region, StopsWhenToldTo) {
  World world;
  for (unsigned threads : {1u, 4u}) {
    rt::i64 count = 0;
    rt::RegionResult result =
        rt::generateRegion(world.world, requestFor({0, 0, 9, 9}, threads),
                           [&](const rt::RegionChunk &) { return ++count < 12; });
    EXPECT_EQ(result.state, rt::RegionResult::Stopped);
    EXPECT_EQ(count, 12);
    EXPECT_EQ(result.delivered, 11);

    std::atomic<bool> cancelled{false};
    rt::RegionRequest request = requestFor({0, 0, 9, 9}, threads);
    request.cancelled = &cancelled;
    request.progress = [&](rt::i64 done, rt::i64) { cancelled = done == 7; };
    result = rt::generateRegion(world.world, request, [](const rt::RegionChunk &) { return true; });
    EXPECT_EQ(result.state, rt::RegionResult::Stopped);
    EXPECT_EQ(result.delivered, 7);
  }
}

TEST(Region, ExceptionsLeaveAfterTheThreads) {
  World world;
  for (unsigned threads : {1u, 4u}) {
    EXPECT_THROW(rt::generateRegion(world.world, requestFor({0, 0, 5, 5}, threads),
                                    [](const rt::RegionChunk &chunk) -> bool {
                                      if (chunk.index == 5)
                                        throw std::runtime_error("delivery");
                                      return true;
                                    }),
                 std::runtime_error);
    rt::RegionRequest request = requestFor({0, 0, 5, 5}, threads);
    request.inputs = [](int x, int z) -> rt::ChunkInputs {
      if (x == 4 && z == 3)
        throw std::out_of_range("inputs");
      return {};
    };
    rt::i64 count = 0;
    EXPECT_THROW(rt::generateRegion(world.world, request,
                                    [&](const rt::RegionChunk &) { return ++count, true; }),
                 std::out_of_range);
    EXPECT_EQ(count, 22);
  }
}

TEST(Region, Stages) {
  World world;
  for (rt::TerrainStage stage : {rt::TerrainStage::Biomes, rt::TerrainStage::Fill}) {
    rt::RegionRequest request = requestFor({0, 0, 2, 2}, 2);
    request.lastStage = stage;
    for (const Bytes &chunk : region(world, request)) {
      bool filled = std::count(chunk.blocks.begin(), chunk.blocks.end(), Stone) > 0;
      EXPECT_EQ(filled, stage == rt::TerrainStage::Fill);
      EXPECT_EQ(std::count_if(chunk.blocks.begin(), chunk.blocks.end(),
                              [](rt::StateId s) { return s >= Terracotta; }),
                0);
    }
  }
}

} // namespace
