//===- terrain_bundle_test.cpp - The chunks of a compiled bundle ----------===//
//
// The demo pack, compiled by the tool and run by libterrane_rt: the bytes of `terrane generate`, on
// any number of threads, and no memory asked for in between.
//
//===----------------------------------------------------------------------===//

#include "runtime/capi/terrane.hpp"

#include "allocations.h"
#include "demo_bundle.h"
#include "runtime/bundle/terrain.h"
#include "runtime/chunk/chunk_maker.h"
#include "runtime/kernel/host.h"

#include <cfloat>
#include <cstring>
#include <thread>

using namespace terrane::test;
namespace rt = terrane::rt;

namespace {

bool same(const terrane::Chunk &a, const terrane::Chunk &b) {
  return a.blocks == b.blocks && a.biomes == b.biomes && a.worldSurface == b.worldSurface &&
         a.oceanFloor == b.oceanFloor && a.marks == b.marks;
}

class TerrainBundle : public testing::Test {
protected:
  static void SetUpTestSuite() {
    temporary = new TemporaryFolder;
    runTool(*temporary / "", "compile --dimension demo:demo --dimension demo:islands --settings "
                             "demo:overworld --target so -o " +
                                 folder());
  }
  static void TearDownTestSuite() { delete temporary; }

  static std::string folder() { return (*temporary / "bundle").string(); }

  static TemporaryFolder *temporary;
};
TemporaryFolder *TerrainBundle::temporary = nullptr;

TEST_F(TerrainBundle, DescribesItsDimensions) {
  terrane::Bundle bundle(folder());
  ASSERT_EQ(bundle.numGenerators(), 3);
  ASSERT_EQ(bundle.numDimensions(), 2);
  EXPECT_EQ(bundle.dimension(0), "demo:demo");
  EXPECT_EQ(terrane_bundle_find_dimension(bundle.get(), "demo:islands"), 1);
  EXPECT_EQ(terrane_bundle_find_dimension(bundle.get(), "demo:none"), -1);
  EXPECT_EQ(terrane_bundle_dimension(bundle.get(), 2), nullptr);
  EXPECT_EQ(terrane_bundle_dimension_generator(bundle.get(), 0), 1);
  EXPECT_EQ(terrane_bundle_dimension_generator(bundle.get(), -1), -1);
  // Those of --settings come first and have all functions.
  EXPECT_EQ(bundle.generator("demo:overworld"), 0);
  EXPECT_GT(bundle.numEntries(0), bundle.numEntries(1) / 2);
  EXPECT_GE(bundle.entry(1, "router:final_density"), 0);
  EXPECT_THROW(bundle.terrain("demo:none", 0), terrane::Error);

  terrane::Terrain terrain = bundle.terrain("demo:demo", -5);
  EXPECT_EQ(terrain.seed(), -5);
  EXPECT_EQ(terrain.minY(), -64);
  EXPECT_EQ(terrain.height(), 320);
  ASSERT_GT(terrain.states().size(), 10u);
  EXPECT_EQ(terrain.states()[0], "minecraft:air");
  ASSERT_GT(terrain.biomes().size(), 5u);
  EXPECT_EQ(terrain.biomes()[0], "minecraft:deep_frozen_ocean");
  EXPECT_EQ(terrane_terrain_state(terrain.get(), int32_t(terrain.states().size())), nullptr);
  EXPECT_EQ(terrane_terrain_biome(terrain.get(), -1), nullptr);
}

/// Chunks x0, z0 to x1, z1 of the tool against those of the library.
void compareWithTool(const std::filesystem::path &folder, const std::string &bundle,
                     const char *dimension, const char *more, bool carvers) {
  std::string dump = (folder / "dump").string();
  runTool(folder, "generate --engine cpp --dimension " + std::string(dimension) +
                      " --seed 42 --chunks -2,3,1,5 -o " + dump + more);
  terrane::Terrain terrain = terrane::Bundle(bundle).terrain(dimension, 42);
  terrane::ChunkGenerator generator = terrain.generator();
  terrane_chunk_inputs inputs = {};
  inputs.size = sizeof(inputs);
  inputs.last_stage = carvers ? TERRANE_STAGE_CARVERS : TERRANE_STAGE_MATERIALS;
  DumpReader reader(readAll(dump));
  std::size_t height = std::size_t(terrain.height()), solid = 0, compared = 0;
  for (int z = 3; z <= 5; ++z)
    for (int x = -2; x <= 1; ++x, ++compared) {
      ASSERT_EQ(reader.number<std::int32_t>(), x);
      ASSERT_EQ(reader.number<std::int32_t>(), z);
      std::size_t marks = reader.number<std::uint32_t>();
      terrane::Chunk expected;
      expected.worldSurface = reader.numbers<std::int32_t>(256);
      expected.oceanFloor = reader.numbers<std::int32_t>(256);
      expected.blocks = reader.numbers<std::uint16_t>(256 * height);
      expected.biomes = reader.numbers<std::uint16_t>(4 * height);
      expected.marks = reader.numbers<std::uint32_t>(marks);
      for (std::uint16_t state : expected.blocks)
        solid += state != 0;
      EXPECT_TRUE(same(generator.generate(x, z, &inputs), expected)) << x << ' ' << z;
    }
  EXPECT_TRUE(reader.done());
  EXPECT_EQ(compared, 12u);
  EXPECT_GT(solid, 1000u);
}

TEST_F(TerrainBundle, GivesTheBytesOfTheTool) {
  compareWithTool(*temporary / "", folder(), "demo:demo", "", true);
  compareWithTool(*temporary / "", folder(), "demo:demo", " --no-carvers", false);
  compareWithTool(*temporary / "", folder(), "demo:islands", "", true);
}

TEST_F(TerrainBundle, EightThreadsGiveTheBytesOfOne) {
  constexpr int side = 6;
  terrane::Terrain terrain = terrane::Bundle(folder()).terrain("demo:demo", 7);
  std::vector<terrane::Chunk> one;
  one.reserve(std::size_t(side) * side);
  terrane::ChunkGenerator single = terrain.generator();
  for (int i = 0; i < side * side; ++i)
    one.push_back(single.generate(i % side, i / side));
  EXPECT_FALSE(same(one[0], one[1]));
  std::vector<std::vector<terrane::Chunk>> many(8, std::vector<terrane::Chunk>(side * side));
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      // Each makes all chunks, in an order of its own.
      terrane::ChunkGenerator own = terrain.generator();
      for (int i = 0; i < side * side; ++i) {
        int at = (i * (t % 2 ? 5 : 7) + t * 11) % (side * side);
        own.generate(at % side, at / side, many[t][at]);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int t = 0; t < 8; ++t)
    for (int i = 0; i < side * side; ++i)
      ASSERT_TRUE(same(many[t][i], one[i])) << t << ' ' << i;
}

TEST_F(TerrainBundle, StructuresAndOldChunksAreSeen) {
  terrane::Terrain terrain = terrane::Bundle(folder()).terrain("demo:demo", 42);
  terrane::ChunkGenerator generator = terrain.generator();
  terrane::Chunk plain = generator.generate(3, -5);
  terrane_junction junction = {52, 90, -75};
  terrane_structure_piece piece = {50, 120, -78, 60,      130, -70, TERRANE_ADAPTATION_BURY,
                                   0,  0,   0,   nullptr, 0};
  terrane_chunk_inputs inputs = {};
  inputs.size = sizeof(inputs);
  inputs.pieces = &piece;
  inputs.num_pieces = 1;
  EXPECT_FALSE(same(generator.generate(3, -5, &inputs), plain));
  piece.adaptation = TERRANE_ADAPTATION_NONE;
  EXPECT_TRUE(same(generator.generate(3, -5, &inputs), plain));
  piece.adaptation = TERRANE_ADAPTATION_BEARD_THIN;
  piece.pool_element = 1;
  piece.junctions = &junction;
  piece.num_junctions = 1;
  terrane::Chunk bearded = generator.generate(3, -5, &inputs);
  EXPECT_FALSE(same(bearded, plain));
  // As the runtime's own classes have it.
  rt::BundleError wrong;
  std::string error;
  auto bundle = rt::Bundle::open(folder(), wrong);
  ASSERT_TRUE(bundle) << wrong.message;
  rt::ChunkMaker maker(rt::makeTerrainWorld(bundle, 0, 42, error));
  rt::ChunkInputs given;
  given.pieces.push_back(
      {{50, 120, -78, 60, 130, -70}, rt::Adaptation::BeardThin, true, false, 0, {{52, 90, -75}}});
  ASSERT_TRUE(maker.make(3, -5, rt::TerrainStage::Carvers, given, error)) << error;
  EXPECT_TRUE(maker.chunk().blocks() == bearded.blocks);

  terrane_old_chunk old = {};
  old.chunk_x = 4;
  old.chunk_z = -5;
  old.min_section = -4;
  for (float &height : old.heights)
    height = 200;
  std::vector<float> densities(40, 2.0f);
  old.densities[0] = densities.data();
  old.num_densities[0] = densities.size();
  inputs = {sizeof(inputs), TERRANE_STAGE_CARVERS, nullptr, 0, &old, 1};
  terrane::Chunk blended = generator.generate(3, -5, &inputs);
  terrane::Chunk again = generator.generate(3, -5, &inputs);
  EXPECT_TRUE(same(blended, again));
  EXPECT_TRUE(blended.biomes == plain.biomes);
  // Biomes and height, too.
  std::vector<std::uint16_t> biomes(80, 0);
  for (int c = 0; c < 16; ++c)
    old.biomes[c] = biomes.data(), old.num_biomes[c] = biomes.size();
  old.num_sections = 20;
  terrane::Chunk whole = generator.generate(3, -5, &inputs);
  EXPECT_FALSE(whole.biomes == plain.biomes);
  rt::ChunkInputs olds;
  rt::OldChunk made;
  made.chunkX = 4, made.chunkZ = -5, made.minSection = -4, made.numSections = 20;
  made.heights.fill(200);
  made.densities[0] = densities;
  made.biomes.fill(biomes);
  olds.oldChunks.push_back(made);
  ASSERT_TRUE(maker.make(3, -5, rt::TerrainStage::Carvers, olds, error)) << error;
  EXPECT_TRUE(maker.chunk().blocks() == whole.blocks);
  biomes[3] = std::uint16_t(terrane_terrain_num_biomes(terrain.get()));
  EXPECT_THROW(generator.generate(3, -5, &inputs), terrane::Error);
  biomes[3] = TERRANE_NO_BIOME;
  generator.generate(3, -5, &inputs);
  // And nothing of it stays.
  EXPECT_TRUE(same(generator.generate(3, -5), plain));
}

TEST_F(TerrainBundle, StagesEndWhereTheySay) {
  terrane::Terrain terrain = terrane::Bundle(folder()).terrain("demo:demo", 42);
  terrane::ChunkGenerator generator = terrain.generator();
  terrane_chunk_inputs inputs = {};
  inputs.size = sizeof(inputs);
  std::vector<terrane::Chunk> chunks;
  for (int stage = 0; stage < 4; ++stage) {
    inputs.last_stage = stage;
    chunks.push_back(generator.generate(0, 0, &inputs));
    EXPECT_TRUE(chunks.back().biomes == chunks.front().biomes);
  }
  EXPECT_TRUE(chunks[1].blocks == std::vector<std::uint16_t>(chunks[1].blocks.size(), 0));
  EXPECT_FALSE(chunks[2].blocks == chunks[1].blocks);
  EXPECT_FALSE(chunks[3].blocks == chunks[2].blocks);
}

TEST_F(TerrainBundle, RefusesWrongArguments) {
  terrane::Terrain terrain = terrane::Bundle(folder()).terrain("demo:demo", 42);
  terrane::ChunkGenerator generator = terrain.generator();
  terrane_error error = {};
  std::vector<std::uint16_t> blocks(256 * 320, 7);
  terrane_chunk_inputs inputs = {};
  inputs.size = sizeof(inputs);
  terrane_chunk chunk = {};
  chunk.size = sizeof(chunk);
  chunk.blocks = blocks.data();
  chunk.num_blocks = blocks.size() - 1;
  auto status = [&](int x = 0) {
    return terrane_generate_chunk(generator.get(), x, 0, &inputs, &chunk, &error);
  };
  EXPECT_EQ(status(), TERRANE_ERROR_ARGUMENT);
  chunk.num_blocks = blocks.size();
  EXPECT_EQ(status(134217727), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(status(-134217728), TERRANE_ERROR_ARGUMENT);
  inputs.last_stage = 4;
  EXPECT_EQ(status(), TERRANE_ERROR_ARGUMENT);
  inputs.last_stage = 0;
  inputs.num_pieces = 1;
  EXPECT_EQ(status(), TERRANE_ERROR_ARGUMENT);
  terrane_structure_piece piece = {};
  piece.adaptation = 5;
  inputs.pieces = &piece;
  EXPECT_EQ(status(), TERRANE_ERROR_ARGUMENT);
  inputs.num_pieces = 0;
  inputs.size = 4;
  EXPECT_EQ(status(), TERRANE_ERROR_ARGUMENT);
  inputs.size = sizeof(inputs);
  chunk.size = 8;
  EXPECT_EQ(status(), TERRANE_ERROR_ARGUMENT);
  chunk.size = sizeof(chunk);
  EXPECT_EQ(terrane_generate_chunk(nullptr, 0, 0, nullptr, &chunk, &error), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(blocks, std::vector<std::uint16_t>(256 * 320, 7));
  EXPECT_EQ(status(134217726), TERRANE_OK);
  EXPECT_EQ(status(-134217727), TERRANE_OK);
  // What is not wanted is not written; marks beyond the room are only counted.
  EXPECT_NE(blocks, std::vector<std::uint16_t>(256 * 320, 7));
  terrane_chunk_generator *none;
  EXPECT_EQ(terrane_chunk_generator_create(nullptr, &none, &error), TERRANE_ERROR_ARGUMENT);
  terrane_terrain_destroy(nullptr);
  terrane_chunk_generator_destroy(nullptr);
}

TEST_F(TerrainBundle, DamagedDimensionsAreRefused) {
  std::filesystem::path copy = *temporary / "copy";
  std::filesystem::copy(folder(), copy);
  std::filesystem::path file = copy / "generator-1.dimension.json";
  std::string text = readAll(file);
  auto status = [&] {
    terrane_bundle *bundle;
    terrane_status got = terrane_bundle_open(copy.c_str(), &bundle, nullptr);
    terrane_bundle_close(bundle);
    return got;
  };
  EXPECT_EQ(status(), TERRANE_OK);
  writeAll(file, text.substr(0, text.size() / 2));
  EXPECT_EQ(status(), TERRANE_ERROR_DAMAGED);
  // Of another dimension, with a manifest that agrees.
  std::string other = readAll(copy / "generator-2.dimension.json");
  writeAll(file, other);
  std::string manifest = readAll(copy / "manifest.json");
  auto replace = [&](const std::string &from, const std::string &to) {
    std::size_t place = manifest.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    manifest.replace(place, from.size(), to);
  };
  replace(rt::sha256Hex(text), rt::sha256Hex(other));
  replace("\"size\": " + std::to_string(text.size()), "\"size\": " + std::to_string(other.size()));
  writeAll(copy / "manifest.json", manifest);
  EXPECT_EQ(status(), TERRANE_ERROR_LIBRARY);
  std::filesystem::remove(file);
  EXPECT_EQ(status(), TERRANE_ERROR_DAMAGED);
}

TEST_F(TerrainBundle, VolumesAllocateNothing) {
  rt::BundleError wrong;
  std::string error;
  auto bundle = rt::Bundle::open(folder(), wrong);
  ASSERT_TRUE(bundle) << wrong.message;
  auto world = rt::KernelWorld::create(bundle->module(0), 42, error, bundle);
  ASSERT_TRUE(world) << error;
  rt::KernelSamplerContext context(world, /*caches=*/true);
  rt::Volume volume;
  volume.sx = volume.sz = 16, volume.sy = 320;
  volume.my = -64;
  std::vector<float> values(volume.count());
  auto entry = world->entry("router:final_density");
  ASSERT_TRUE(entry);
  auto call = [&](int i) {
    volume.mx = 16 * (i % 32), volume.mz = 16 * (i / 32);
    context.volume(*entry, values.data(), volume);
  };
  call(0);
  call(1);
  long long before = numAllocations();
  for (int i = 0; i < 1000; ++i)
    call(i);
  EXPECT_EQ(numAllocations(), before);
  EXPECT_GT(before, 0);
}

TEST_F(TerrainBundle, ChunksAllocateHardlyAnything) {
  rt::BundleError wrong;
  std::string error;
  auto bundle = rt::Bundle::open(folder(), wrong);
  ASSERT_TRUE(bundle) << wrong.message;
  rt::ChunkMaker maker(rt::makeTerrainWorld(bundle, 0, 42, error));
  auto make = [&](int first, int count) {
    for (int i = first; i < first + count; ++i)
      ASSERT_TRUE(maker.make(i % 32, i / 32, rt::TerrainStage::Carvers, {}, error)) << error;
  };
  // All places for biomes and the longest lists have been needed once.
  make(0, 32 * 34);
  long long before = numAllocations();
  make(32 * 34, 64);
  long long perChunk = (numAllocations() - before) / 64;
  RecordProperty("allocationsPerChunk", int(perChunk));
  EXPECT_LT(perChunk, 64) << "a chunk has 98,304 blocks";
}

} // namespace
