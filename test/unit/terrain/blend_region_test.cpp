//===- blend_region_test.cpp - Regions next to old chunks -----------------===//
//
// Old chunks in the inputs must be enough: what a region and a chunk maker give is the composition
// of the step's parts, with all nine chunks' biomes blended and the carvers filtered.
//
//===----------------------------------------------------------------------===//

#include "../carver/random_carvers.h"
#include "../material/support.h"
#include "chunk_bytes.h"
#include "plain_blend.h"
#include "runtime/chunk/chunk_maker.h"
#include "runtime/chunk/region.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace terrane;
using namespace terrane::test;

namespace {

constexpr const char *entryNames[] = {"router:temperature",   "router:vegetation",
                                      "router:continents",    "router:erosion",
                                      "router:depth",         "router:ridges",
                                      "router:final_density", "router:chunk_surface_level"};

/// A function of the place; next to old chunks the density is another one.
class PlaceContext : public SamplerContext {
public:
  void volume(unsigned entry, float *out, const rt::Volume &v) override {
    for (int k = 0; k < v.sz; ++k)
      for (int i = 0; i < v.sx; ++i)
        for (int j = 0; j < v.sy; ++j)
          *out++ = point(entry, v.blockX(i), v.blockY(j), v.blockZ(k));
  }
  float point(unsigned entry, int x, int y, int z) override {
    float unit = float(mixed(11, {int(entry), x >> 2, y >> 2, z >> 2}) >> 40) * 0x1p-24f;
    if (entry == 6) {
      float density = unit + float(50 - y) * 0x1p-4f;
      return fields.blender ? fields.blender->blendDensity(x, y, z, density) : density;
    }
    return entry == 7 ? 40 + 8 * unit : 2 * unit - 1;
  }
  void reset(ContextFields given) override { fields = given; }

private:
  ContextFields fields;
};

class PlaceGenerator : public Generator {
public:
  std::optional<unsigned> entry(std::string_view name) const override {
    for (unsigned i = 0; i < std::size(entryNames); ++i)
      if (name == entryNames[i])
        return i;
    return std::nullopt;
  }
  std::unique_ptr<SamplerContext> context(bool, ContextFields) const override {
    return std::make_unique<PlaceContext>();
  }
};

/// The biomes of blocks show in the materials.
class TopsByBiome : public rt::MaterialRule {
public:
  const std::vector<rt::Vein> &veins() const override { return none; }
  void walk(rt::MaterialContext &context, const std::vector<bool> *) const override {
    rt::walkColumns(context, rule);
  }
  rt::i32 apply(rt::MaterialContext &context, const std::vector<bool> *) const override {
    return rule(context);
  }

private:
  static rt::i32 rule(rt::MaterialContext &c) {
    return c.above == 1 ? rt::i32(Terracotta + c.blockBiome(&c)) : rt::noState;
  }
  std::vector<rt::Vein> none;
};

rt::CarverSet carvers() {
  rt::CarverSet set;
  // Seeds differ much in what they carve.
  for (rt::i64 seed = 1; set.carvers.empty() || set.lists[0].size() < 3; ++seed)
    set = CarverMaker(seed, {}).makeSet(1);
  for (rt::Carver &carver : set.carvers)
    carver.probability = 0.3f;
  set.listOfBiome.assign(5, 0);
  set.states.assign(NumStates, 0);
  return set;
}

struct World {
  World() {
    std::vector<rt::SearchTree::Entry> entries(40);
    for (int i = 0; i < 40; ++i) {
      rt::ClimateBox &box = entries[i].box;
      box.lo[6] = box.hi[6] = 0;
      for (int d = 0; d < 6; ++d) {
        box.lo[d] = rt::i64(mixed(5, {i, d}) % 18000) - 9000;
        box.hi[d] = box.lo[d] + 2000;
      }
      entries[i].value = i % 3; // the biomes 3 and 4 are those of old chunks
    }
    auto source = std::make_shared<rt::BiomeSource>();
    source->table = TestBiomes::table();
    source->kind = rt::MultiNoiseSource{std::make_shared<rt::SearchTree>(entries)};
    rt::TerrainWorld::Parts parts;
    parts.seed = 77;
    parts.level = testLevel;
    parts.settings = {settings, &settings->terrain};
    parts.functions = std::make_shared<PlaceGenerator>();
    parts.rule = std::make_shared<TopsByBiome>();
    parts.biomes = source;
    parts.carvers = std::make_shared<rt::CarverSet>(carvers());
    std::string error;
    world = rt::TerrainWorld::create(std::move(parts), error);
    EXPECT_TRUE(world) << error;
  }
  std::shared_ptr<TestSettings> settings = std::make_shared<TestSettings>();
  std::shared_ptr<const rt::TerrainWorld> world;
};

/// A ragged patch of old chunks at the origin. Some have no height, some biomes are unknown.
std::vector<rt::OldChunk> oldWorld() {
  std::vector<rt::OldChunk> all;
  for (int x = -2; x <= 1; ++x)
    for (int z = -1; z <= 1; ++z) {
      if (x == 1 && z == 1)
        continue;
      rt::OldChunk old;
      old.chunkX = x;
      old.chunkZ = z;
      old.minSection = -1;
      old.numSections = x == -2 ? 0 : 4;
      for (int i = 0; i < 16; ++i) {
        old.heights[i] = float(30 + 3 * i);
        old.densities[i].assign(8, float(i - 7));
        if ((x + z + i) % 5 != 0)
          old.biomes[i].assign(16, rt::BiomeId(3 + (i & 1)));
      }
      all.push_back(old);
    }
  return all;
}
std::vector<rt::OldChunk> oldAround(int x, int z) {
  std::vector<rt::OldChunk> result;
  for (const rt::OldChunk &old : oldWorld())
    if (std::abs(old.chunkX - x) <= 8 && std::abs(old.chunkZ - z) <= 8)
      result.push_back(old);
  return result;
}

enum Omission { Nothing, Neighbours, Filter, All };

/// From the step's parts. Biomes are written into the chunk's by the plain form; that suffices
/// here, where no two leaves tie.
Bytes composed(rt::TerrainStep &step, int x, int z, Omission omitted, rt::TerrainStage last) {
  std::vector<rt::OldChunk> old = omitted == All ? std::vector<rt::OldChunk>() : oldWorld();
  std::array<rt::ChunkBiomes, 9> biomes;
  std::array<const rt::ChunkBiomes *, 9> around{};
  for (int i = 0; i < 9; ++i) {
    if (i != 4 && last < rt::TerrainStage::Materials)
      continue;
    int bx = x + i % 3 - 1, bz = z + i / 3 - 1;
    step.biomes(bx, bz, biomes[i]);
    around[i] = &biomes[i];
    if (i != 4 && omitted == Neighbours)
      continue;
    for (int c = 0; c < 16; ++c)
      for (int y = 0; y < biomes[i].quartHeight; ++y)
        if (auto b =
                plainBlend(old, bx, bz, 4 * bx + c % 4, biomes[i].minQuartY + y, 4 * bz + c / 4)
                    .biome)
          biomes[i].ids[y + c * biomes[i].quartHeight] = *b;
  }
  rt::Chunk chunk = step.makeChunk();
  chunk.reset(x, z);
  if (last == rt::TerrainStage::Biomes)
    return bytesOf(chunk, biomes[4]);
  rt::Blender blender = rt::Blender::forChunk(x, z, old);
  step.fill(chunk, x, z, nullptr, &blender);
  if (last == rt::TerrainStage::Fill)
    return bytesOf(chunk, biomes[4]);
  std::string error;
  EXPECT_TRUE(step.materials(chunk, around, error)) << error;
  rt::BlendingFilter filter;
  bool touches = false;
  for (const rt::OldChunk &o : old)
    touches |= std::abs(o.chunkX - x) <= 1 && std::abs(o.chunkZ - z) <= 1 && o.numSections > 0;
  if (touches && omitted != Filter)
    filter = [&](int lx, int y, int lz) { return plainMayCarve(old, x, z, lx, y, lz); };
  EXPECT_TRUE(step.carve(chunk, error, filter)) << error;
  return bytesOf(chunk, biomes[4]);
}

const rt::ChunkRect area{-3, 0, 11, 2};

rt::RegionRequest requestFor(unsigned threads, rt::TerrainStage last) {
  rt::RegionRequest request;
  request.area = area;
  request.threads = threads;
  request.lastStage = last;
  request.inputs = [](int x, int z) {
    rt::ChunkInputs inputs;
    inputs.oldChunks = oldAround(x, z);
    return inputs;
  };
  return request;
}

void expectRegions(const World &world, rt::TerrainStage last, const std::vector<Bytes> &expected) {
  for (unsigned threads : {1u, 2u, 4u, 16u}) {
    size_t at = 0;
    rt::RegionResult result = rt::generateRegion(
        world.world, requestFor(threads, last), [&](const rt::RegionChunk &chunk) {
          EXPECT_TRUE(bytesOf(chunk.chunk, chunk.biomes) == expected.at(at))
              << chunk.chunk.chunkX() << ' ' << chunk.chunk.chunkZ() << ", threads " << threads;
          EXPECT_EQ(chunk.biomes.chunkX, chunk.chunk.chunkX());
          EXPECT_EQ(chunk.biomes.chunkZ, chunk.chunk.chunkZ());
          ++at;
          return true;
        });
    EXPECT_EQ(result.state, rt::RegionResult::Complete) << result.error;
    EXPECT_EQ(at, expected.size());
  }
}

std::vector<Bytes> composedArea(const World &world, Omission omitted, rt::TerrainStage last) {
  rt::TerrainStep step(world.world);
  std::vector<Bytes> all;
  for (int z = area.z0; z <= area.z1; ++z)
    for (int x = area.x0; x <= area.x1; ++x)
      all.push_back(composed(step, x, z, omitted, last));
  return all;
}
int differences(const std::vector<Bytes> &a, const std::vector<Bytes> &b) {
  int count = 0;
  for (size_t i = 0; i < a.size(); ++i)
    count += !(a[i] == b.at(i));
  return count;
}

TEST(BlendRegion, OldChunksInTheInputsAreEnough) {
  World world;
  std::vector<Bytes> expected = composedArea(world, Nothing, rt::TerrainStage::Carvers);
  ASSERT_EQ(rt::i64(expected.size()), area.count());
  EXPECT_GT(differences(expected, composedArea(world, Neighbours, rt::TerrainStage::Carvers)), 0);
  EXPECT_GT(differences(expected, composedArea(world, Filter, rt::TerrainStage::Carvers)), 2);
  std::vector<Bytes> plain = composedArea(world, All, rt::TerrainStage::Carvers);
  EXPECT_GT(differences(expected, plain), 10);
  EXPECT_LT(differences(expected, plain), area.count()) << "some are too far away";
  expectRegions(world, rt::TerrainStage::Carvers, expected);
}

TEST(BlendRegion, EarlierStages) {
  World world;
  for (rt::TerrainStage last : {rt::TerrainStage::Biomes, rt::TerrainStage::Fill}) {
    std::vector<Bytes> expected = composedArea(world, Nothing, last);
    EXPECT_GT(differences(expected, composedArea(world, All, last)), 10);
    expectRegions(world, last, expected);
  }
}

/// With old chunks and without, in turns: what is remembered is not what was blended.
TEST(BlendRegion, ChunkMaker) {
  World world;
  rt::TerrainStep step(world.world);
  rt::ChunkMaker maker(world.world);
  int blended = 0;
  for (int round = 0; round < 24; ++round) {
    int x = round % 6 - 2, z = round / 6 % 2 + 1;
    bool given = (round ^ round / 12) & 1;
    rt::ChunkInputs inputs;
    if (given)
      inputs.oldChunks = oldAround(x, z);
    std::string error;
    for (rt::TerrainStage last :
         {rt::TerrainStage::Biomes, rt::TerrainStage::Fill, rt::TerrainStage::Carvers}) {
      ASSERT_TRUE(maker.make(x, z, last, inputs, error)) << error;
      EXPECT_TRUE(bytesOf(maker.chunk(), maker.biomes()) ==
                  composed(step, x, z, given ? Nothing : All, last))
          << x << ' ' << z << ' ' << given;
    }
    const std::vector<rt::BiomeId> &ids = maker.biomes().ids;
    bool any = std::any_of(ids.begin(), ids.end(), [](rt::BiomeId id) { return id >= 3; });
    EXPECT_TRUE(given || !any);
    blended += any;
  }
  EXPECT_GT(blended, 3);
}

TEST(BlendRegion, AnUnknownBiomeEndsTheRun) {
  World world;
  for (unsigned threads : {1u, 4u}) {
    rt::RegionRequest request = requestFor(threads, rt::TerrainStage::Biomes);
    request.inputs = [](int x, int z) {
      rt::ChunkInputs inputs;
      inputs.oldChunks = oldAround(x, z);
      for (rt::OldChunk &old : inputs.oldChunks)
        for (std::vector<rt::BiomeId> &column : old.biomes)
          std::fill(column.begin(), column.end(), rt::BiomeId(5));
      return inputs;
    };
    EXPECT_THROW(
        rt::generateRegion(world.world, request, [](const rt::RegionChunk &) { return true; }),
        std::out_of_range);
  }
}

} // namespace
