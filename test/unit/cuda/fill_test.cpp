//===- fill_test.cpp - Aquifers and fill of a batch against those of a chunk ---===//

#include "runtime/chunk/fill.h"
#include "runtime/cuda/fill.h"
#include "test/unit/terrain/fakes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace terrane;
using namespace terrane::test;
using namespace terrane::rt::cuda;

namespace {

/// The functions of both sides. The surface has other values on the volume path: which path is
/// taken shows.
struct World {
  FakeContext::Function point[numFakeEntries];
  FakeContext::Function surfaceVolume;
  FakeContext::Function density;
};

class WorldContext final : public SamplerContext {
public:
  explicit WorldContext(const World &world) : world(world) {}
  void volume(unsigned entry, float *out, const Volume &v) override {
    ASSERT_EQ(entry, fakeEntries.surfaceLevel);
    for (i32 k = 0; k < v.sz; ++k)
      for (i32 i = 0; i < v.sx; ++i)
        out[v.index(i, 0, k)] = world.surfaceVolume(v.blockX(i), 0, v.blockZ(k));
  }
  float point(unsigned entry, int x, int y, int z) override { return world.point[entry](x, y, z); }
  void reset(ContextFields) override {}

private:
  const World &world;
};

/// The text of a generator, as kernels see it.
struct Code {
  static const World *world;
  static i64 densities, barriers, oddBarriers;

  static f32 at(unsigned entry, i32 x, i32 y, i32 z) { return world->point[entry](x, y, z); }
  static f32 barrier(const DeviceContext *, i32 x, i32 y, i32 z) {
    const f32 v = at(fakeEntries.barrier, x, y, z);
    ++barriers;
    oddBarriers += isNaN(v);
    return v;
  }
  static f32 floodedness(const DeviceContext *, i32 x, i32 y, i32 z) {
    return at(fakeEntries.floodedness, x, y, z);
  }
  static f32 spread(const DeviceContext *, i32 x, i32 y, i32 z) {
    return at(fakeEntries.spread, x, y, z);
  }
  static f32 lava(const DeviceContext *, i32 x, i32 y, i32 z) {
    return at(fakeEntries.lava, x, y, z);
  }
  static f32 exclusion(const DeviceContext *, i32 x, i32 y, i32 z) {
    return at(fakeEntries.exclusion, x, y, z);
  }
  static f32 surfaceLevel(const DeviceContext *, i32 x, i32 y, i32 z) {
    return at(fakeEntries.surfaceLevel, x, y, z);
  }
  struct FinalDensity {
    const StageArguments &a;
    i32 i, k;
    FinalDensity(const StageArguments &a, i32 i, i32 k) : a(a), i(i), k(k) {}
    f32 at(i32 j) const {
      ++densities;
      return row(j);
    }
    /// Knows of some runs of rows, and not of others.
    bool notAbove0(i32 j, i32 &until) const {
      until = imin(j + 1 + i32(hashOf({i, j, k}) % 9), a.volume.sy);
      bool all = hashOf({i, j, k}) % 5 != 0;
      for (i32 n = j; n < until; ++n)
        all = all && row(n) <= 0.0f;
      return all;
    }
    f32 row(i32 j) const { return a.inputs[0].values[a.volume.index(i, j, k)]; }
  };
};
const World *Code::world;
i64 Code::densities, Code::barriers, Code::oddBarriers;

World makeWorld(i64 seed, u32 oddity, i32 ground, f32 low, f32 high) {
  World world;
  FakeContext noise = noiseContext(seed, oddity, low, high);
  std::copy(noise.functions.begin(), noise.functions.end(), world.point);
  world.surfaceVolume =
      noiseContext(seed + 1000, oddity, low, high).functions[fakeEntries.surfaceLevel];
  // Ground up to a height that varies, with holes.
  world.density = [=](i32 x, i32 y, i32 z) {
    const i32 top = ground + i32(hashOf({seed, x >> 2, z >> 2}) % 24);
    const bool hole = hashOf({seed, x >> 3, y >> 3, z >> 3}) % 3 == 0;
    const u64 hash = hashOf({seed, x, y, z});
    return y > top || hole ? valueOf(hash, -0.6f, 0.01f, oddity) : valueOf(hash, 0.01f, 1.0f);
  };
  return world;
}

/// Memory with something in it, and more behind it that must stay so.
template <class T> class Guarded {
public:
  Guarded(size_t count, T filler) : values(count + slack, filler), count(count), filler(filler) {}
  T *data() { return values.data(); }
  bool whole() const {
    return std::all_of(values.begin() + i64(count), values.end(), [&](T v) { return v == filler; });
  }

private:
  static constexpr size_t slack = 4096;
  std::vector<T> values;
  size_t count;
  T filler;
};

struct Seen {
  i64 marks = 0, walls = 0, water = 0, lava = 0, dry = 0, lifted = 0, skipped = 0, chunks = 0,
      wrapped = 0, densities = 0, blocks = 0;
};

constexpr i32 chunksX = 3, chunksZ = 2, numChunks = chunksX * chunksZ;

/// One batch against as many chunks.
void compare(const TerrainSettings &settings, Level level, i32 chunkX, i32 chunkZ,
             const World &world, const PositionalFactory &random, bool enabled, Seen &seen) {
  Batch b{};
  b.chunkX = chunkX, b.chunkZ = chunkZ, b.chunksX = chunksX, b.chunksZ = chunksZ;
  b.level = level;
  b.filled = noiseRange(settings, level);
  b.seaLevel = settings.seaLevel;
  b.named = settings.named;
  std::vector<u8> flags;
  for (const BlockState &state : palette)
    flags.push_back(state.flags);
  b.flags = flags.data();
  b.volume =
      blocks(16 * chunkX, b.filled.minY, 16 * chunkZ, 16 * chunksX, b.filled.height, 16 * chunksZ);
  std::vector<f32> density(size_t(b.volume.count()));
  for (i32 k = 0; k < b.volume.sz; ++k)
    for (i32 i = 0; i < b.volume.sx; ++i)
      for (i32 j = 0; j < b.volume.sy; ++j)
        density[size_t(b.volume.index(i, j, k))] =
            world.density(b.volume.blockX(i), b.volume.blockY(j), b.volume.blockZ(k));
  StageArguments stage{};
  stage.volume = b.volume;
  stage.inputs[0].values = density.data();
  b.finalDensity = &stage;

  AquiferBatch &a = b.aquifer;
  a.enabled = enabled;
  a.random = {random.words().lo, random.words().hi, random.isLegacy()};
  a.tableX = 4 * chunkX - 16, a.tableZ = 4 * chunkZ - 8;
  a.tableSizeX = 4 * (chunksX - 1) + 27, a.tableSizeZ = 4 * (chunksZ - 1) + 19;
  const size_t quarts = size_t(a.tableSizeX) * size_t(a.tableSizeZ);
  std::vector<f32> surfaceVolume(quarts);
  for (size_t n = 0; n < quarts; ++n)
    surfaceVolume[n] = world.surfaceVolume(4 * (a.tableX + i32(n) % a.tableSizeX), 0,
                                           4 * (a.tableZ + i32(n) / a.tableSizeX));
  a.surfaceVolume = surfaceVolume.data();
  Guarded<f32> surfacePoint(quarts, 12345.0f);
  a.surfacePoint = surfacePoint.data();
  a.minCellY = floorDiv(b.filled.minY + 1, 12) - 1;
  a.numY = floorDiv(b.filled.minY + b.filled.height, 12) + 2 - a.minCellY;
  std::vector<AquiferCell> cells(size_t(9 * numChunks) * size_t(a.numY));
  a.cells = cells.data();
  Guarded<i32> skipAbove(numChunks, 77);
  a.skipAbove = skipAbove.data();

  const size_t height = size_t(level.height), columns = size_t(256 * numChunks);
  Guarded<StateId> states(columns * height, 0xABCD);
  Guarded<i32> worldSurface(columns, -99999), oceanFloor(columns, -99999), top(numChunks, -99999);
  Guarded<u32> marks(columns * size_t(b.markWords()), 0xDEADBEEF);
  b.blocks = states.data();
  b.worldSurface = worldSurface.data(), b.oceanFloor = oceanFloor.data();
  b.topFilled = top.data();
  b.fillMarks = marks.data();

  Code::world = &world;
  Code::densities = 0;
  for (i64 n = 0; n < i64(quarts) + 40; ++n)
    aquiferSurface<Code>(b, n);
  for (i64 n = 0; n < numChunks + 40; ++n)
    aquiferLimit(b, n);
  for (i64 n = 0; n < i64(cells.size()) + 40; ++n)
    aquiferCell<Code>(b, n);
  for (i64 n = 0; n < i64(columns) + 40; ++n)
    fillColumn<Code>(b, n);
  for (i64 n = 0; n < numChunks + 40; ++n)
    filledTop(b, n);
  // Once per block, but for the sky.
  ASSERT_LE(Code::densities, b.volume.count());
  seen.densities += Code::densities;
  seen.blocks += b.volume.count();
  ASSERT_TRUE(surfacePoint.whole() && skipAbove.whole() && states.whole() && marks.whole());
  ASSERT_TRUE(worldSurface.whole() && oceanFloor.whole() && top.whole());

  Aquifer aquifer;
  for (i32 n = 0; n < numChunks; ++n) {
    const i32 cx = chunkX + n % chunksX, cz = chunkZ + n / chunksX;
    const Volume volume = blocks(16 * cx, b.filled.minY, 16 * cz, 16, b.filled.height, 16);
    std::vector<f32> part(size_t(volume.count()));
    for (i32 k = 0; k < 16; ++k)
      for (i32 i = 0; i < 16; ++i)
        for (i32 j = 0; j < volume.sy; ++j)
          part[size_t(volume.index(i, j, k))] =
              world.density(volume.blockX(i), volume.blockY(j), volume.blockZ(k));
    WorldContext context(world);
    aquifer.begin(settings, enabled ? &fakeEntries : nullptr, random, context, volume);
    Chunk chunk(cx, cz, level, settings);
    fillNoise(chunk, settings, aquifer, part.data(), volume);

    ++seen.chunks;
    if (enabled) {
      ASSERT_EQ(skipAbove.data()[n], aquifer.skipAboveY());
      seen.skipped += aquifer.skipAboveY() < b.filled.minY + b.filled.height - 1;
    }
    ASSERT_EQ(top.data()[n], chunk.topOfFilledSections());
    std::vector<std::vector<u16>> expectedMarks = chunk.fluidMarks(), actualMarks;
    actualMarks.resize(expectedMarks.size());
    for (i32 lz = 0; lz < 16; ++lz)
      for (i32 lx = 0; lx < 16; ++lx) {
        const StateId *column = b.column(n, lx, lz);
        ASSERT_TRUE(std::equal(column, column + level.height, chunk.column(lx, lz)));
        ASSERT_EQ(worldSurface.data()[256 * n + lx + 16 * lz], chunk.worldSurface(lx, lz));
        ASSERT_EQ(oceanFloor.data()[256 * n + lx + 16 * lz], chunk.oceanFloor(lx, lz));
        const u32 *words = b.marks(b.fillMarks, n, lx, lz);
        for (i32 row = 0; row < 32 * b.markWords(); ++row)
          if (words[row / 32] >> row % 32 & 1) {
            ASSERT_LT(row, level.height);
            actualMarks[size_t(row >> 4)].push_back(u16(lx | (row & 15) << 4 | lz << 8));
          }
        for (i32 j = 0; enabled && j < volume.sy; ++j) {
          const StateId state = chunk.get(lx, volume.my + j, lz);
          const bool open = !(part[size_t(volume.index(lx, j, lz))] > 0.0f);
          const u8 f = palette[state].flags;
          seen.walls += open && state == Stone;
          seen.water += bool(f & StateWater);
          seen.lava += f & StateLava && volume.my + j >= -54;
          seen.dry += open && state == Air && volume.my + j < settings.seaLevel;
        }
      }
    for (size_t section = 0; section < expectedMarks.size(); ++section) {
      std::sort(expectedMarks[section].begin(), expectedMarks[section].end());
      std::sort(actualMarks[section].begin(), actualMarks[section].end());
      ASSERT_EQ(actualMarks[section], expectedMarks[section]) << section;
      seen.marks += i64(actualMarks[section].size());
    }
  }
  const FluidPicker picker(settings.seaLevel, settings.named);
  for (const AquiferCell &cell : cells) {
    seen.wrapped += enabled && (cell.y < b.filled.minY - 100 || cell.y > b.filled.minY + 1000);
    seen.lifted += enabled && cell.level != wayBelow &&
                   Fluid{cell.level, cell.state} != picker.sea &&
                   Fluid{cell.level, cell.state} != picker.lava;
  }
}

PositionalFactory factory(i64 seed) {
  return seed % 3 == 0 ? PositionalFactory::legacy(seed) : PositionalFactory::xoroshiro(seed, 3);
}

} // namespace

TEST(DeviceFill, IsThatOfChunks) {
  std::mt19937_64 rng(17);
  const State fluids[] = {Water, Water, FlowingWater, Lava, Air, CaveAir};
  const State fillers[] = {Stone, Stone, Stone, Stone, PowderSnow, CaveAir, Air, Water};
  const i32 seaLevels[] = {63, 63, 20, -60, 2147483647, -2147483647 - 1};
  // Levels larger and smaller than what the settings fill.
  const Level levels[] = {{-64, 384}, {-128, 336}, {0, 48}, {-64, 128}};
  Seen seen;
  Code::barriers = Code::oddBarriers = 0;
  for (i64 round = 0; round < 48; ++round) {
    const TerrainSettings settings =
        makeSettings(-64, 128, seaLevels[rng() % 6], fluids[rng() % 6], fillers[rng() % 8]);
    const i32 ground = i32(rng() % 140) - 80;
    // Flat surfaces too: right under the skip height of such a one not all is as the picker has it.
    const f32 low = f32(ground - 10 + i32(rng() % 12));
    const f32 high = round % 5 < 2 ? low : f32(ground) + 20.0f;
    const World world = makeWorld(round, round % 2 ? 30 : 0, ground, low, high);
    const i32 cx = i32(rng() % 200) - 100, cz = i32(rng() % 200) - 100;
    ASSERT_NO_FATAL_FAILURE(
        compare(settings, levels[round % 4], cx, cz, world, factory(round), round % 6 != 5, seen))
        << round;
  }
  EXPECT_EQ(seen.chunks, 48 * numChunks);
  EXPECT_GT(seen.marks, 1000);
  EXPECT_GT(seen.walls, 1000);
  EXPECT_GT(seen.water, 10000);
  EXPECT_GT(seen.lava, 1000);
  EXPECT_GT(seen.dry, 1000);
  EXPECT_GT(seen.lifted, 1000);
  EXPECT_GT(seen.skipped, 20);
  EXPECT_GT(seen.densities, seen.blocks / 2);
  EXPECT_LT(seen.densities, seen.blocks);
  EXPECT_GT(Code::barriers, 1000);
  EXPECT_GT(Code::oddBarriers, 10);
}

TEST(DeviceFill, AtTheEndsOfTheWorld) {
  // Centres that wrap upwards: ranges that touch the lowest and the highest y. And chunks as far
  // out as a batch may be.
  const i32 farthest = batchReach / 16 - 8;
  Seen seen;
  i64 seed = 100;
  for (const Level level : {Level{-2032, 80}, Level{1936, 96}})
    for (const i32 place : {-2, farthest - 2, -farthest}) {
      const i32 ground = level.minY + (level.minY < 0 ? 40 : level.height - 20);
      const World world = makeWorld(seed, 0, ground, f32(ground), f32(ground) + 30.0f);
      const TerrainSettings settings = makeSettings(level.minY, level.height, ground + 10);
      ASSERT_NO_FATAL_FAILURE(
          compare(settings, level, place, -1 - place, world, factory(seed), true, seen))
          << level.minY << " " << place;
      ++seed;
    }
  EXPECT_EQ(seen.chunks, 6 * numChunks);
  EXPECT_GT(seen.wrapped, 10);
  EXPECT_GT(seen.water, 1000);
  EXPECT_GT(seen.marks, 100);
}

TEST(DeviceFill, AtTheSkipHeight) {
  // Flat surfaces in the lava: right under the skip height cells have lava, above it is the sea.
  Seen seen;
  for (i32 surface = -96; surface < -62; ++surface) {
    World world = makeWorld(surface, 0, -200, f32(surface), f32(surface));
    world.density = [](i32, i32, i32) { return -0.3f; };
    ASSERT_NO_FATAL_FAILURE(
        compare(makeSettings(-64, 128), {-64, 128}, 3, -5, world, factory(surface), true, seen))
        << surface;
  }
  EXPECT_EQ(seen.skipped, 34 * numChunks);
  EXPECT_LT(seen.densities, seen.blocks); // the rows above the sea
  EXPECT_GT(seen.dry, 1000);
}

TEST(DeviceFill, TheSkipHeightSeesTheQuartsOfTheWindowAlone) {
  // One high quart: at either end of the first chunk's window, and just outside.
  const TerrainSettings settings = makeSettings(-64, 128);
  Seen seen;
  for (const i32 qx : {7, 8, 18, 19})
    for (const i32 qz : {-25, -24, -14, -13}) {
      World world = makeWorld(qx, 0, -100, -60.0f, -60.0f);
      world.surfaceVolume = [=](i32 x, i32, i32 z) {
        return x >> 2 == qx && z >> 2 == qz ? 20.0f : -60.0f;
      };
      ASSERT_NO_FATAL_FAILURE(compare(settings, {-64, 32}, 3, -5, world, factory(qz), true, seen));
    }
  EXPECT_EQ(seen.chunks, 16 * numChunks);
}

TEST(DeviceFill, CellsOfOneLevelMayHoldOtherFluids) {
  // Between heights of -40 and -1 every cell has the level -20, with lava in every other square of
  // 64 blocks: where squares meet there are walls.
  World world = makeWorld(1, 0, -200, 60.0f, 60.0f);
  world.point[fakeEntries.exclusion] =
      world.point[fakeEntries.spread] = [](i32, i32, i32) { return 0.0f; };
  world.point[fakeEntries.floodedness] = [](i32, i32, i32) { return 0.6f; };
  world.point[fakeEntries.lava] = [](i32 x, i32, i32 z) { return f32((x ^ z) & 1); };
  world.density = [](i32, i32, i32) { return -0.3f; };
  Seen seen;
  for (i64 round = 0; round < 4; ++round)
    ASSERT_NO_FATAL_FAILURE(
        compare(makeSettings(-64, 64), {-64, 64}, 2, 3, world, factory(round), true, seen));
  EXPECT_GT(seen.walls, 1000);
  EXPECT_GT(seen.water, 1000);
  EXPECT_GT(seen.lava, 1000);
}

TEST(DeviceFill, WaterOverTheLavaOfTheDepthsIsMarked) {
  // The sea is in all cells around where the lowest centres lie as high as they can. It begins at
  // -54 above lava and is marked there, though no cell differs.
  World world = makeWorld(2, 0, -200, -62.0f, -62.0f);
  world.surfaceVolume = world.point[fakeEntries.surfaceLevel];
  world.density = [](i32, i32, i32) { return -0.3f; };
  Seen seen;
  for (i64 round = 0; round < 200; ++round)
    ASSERT_NO_FATAL_FAILURE(compare(makeSettings(-64, 16), {-64, 16}, 3, -5, world,
                                    PositionalFactory::xoroshiro(i64(hashOf({round})), 4), true,
                                    seen));
  EXPECT_GT(seen.marks, 1000);
}

/// Only what the first walk of the materials has spoilt is made anew, whatever it left there.
TEST(DeviceFill, ColumnsAreFilledAnewWhereAHeightChanged) {
  const TerrainSettings settings = makeSettings(-64, 80, 0);
  const Level level = {-64, 80}; // three words of marks per column
  Batch b{};
  b.chunksX = 2, b.chunksZ = 1;
  b.level = level, b.filled = noiseRange(settings, level);
  b.seaLevel = settings.seaLevel;
  b.named = settings.named;
  std::vector<u8> flags;
  for (const BlockState &state : palette)
    flags.push_back(state.flags);
  b.flags = flags.data();
  b.volume = blocks(0, b.filled.minY, 0, 32, b.filled.height, 16);
  std::vector<f32> density(size_t(b.volume.count()));
  for (size_t n = 0; n < density.size(); ++n)
    density[n] = hashOf({i64(n)}) % 3 ? 0.5f : -0.5f;
  StageArguments stage{};
  stage.volume = b.volume;
  stage.inputs[0].values = density.data();
  b.finalDensity = &stage;
  std::vector<StateId> states(512 * 80);
  std::vector<i32> worldSurface(512), oceanFloor(512), before(512);
  std::vector<u32> fillMarks(512 * 3), materialMarks(512 * 3), redo(2), uneven(2);
  b.blocks = states.data();
  b.worldSurface = worldSurface.data(), b.oceanFloor = oceanFloor.data();
  b.surfaceBefore = before.data();
  b.fillMarks = fillMarks.data(), b.materialMarks = materialMarks.data();
  b.redo = redo.data(), b.uneven = uneven.data();
  for (i64 n = 0; n < 512; ++n)
    fillColumn<Code>(b, n);
  const std::vector<StateId> filled = states;
  const std::vector<i32> surfaces = worldSurface, floors = oceanFloor;
  EXPECT_EQ(before, surfaces);

  for (const i32 chunk : {0, 1, -1}) { // -1: nothing is known of any, so all are filled
    std::fill(states.begin(), states.end(), Lava);
    std::fill(worldSurface.begin(), worldSurface.end(), 99);
    std::fill(oceanFloor.begin(), oceanFloor.end(), 98);
    std::fill(materialMarks.begin(), materialMarks.end(), 0xFFFFFFFFu);
    redo = {1, 1};
    uneven = {chunk == 0, chunk == 1};
    b.uneven = chunk < 0 ? nullptr : uneven.data();
    for (i64 n = 0; n < 512 + 40; ++n)
      refillColumn<Code>(b, n);
    for (i32 n = 0; n < 2; ++n) {
      const bool anew = chunk < 0 || n == chunk;
      EXPECT_EQ(redo[size_t(n)], u32(!anew));
      for (size_t column = size_t(n) * 256; column < size_t(n + 1) * 256; ++column) {
        ASSERT_EQ(worldSurface[column], anew ? surfaces[column] : 99);
        ASSERT_EQ(oceanFloor[column], anew ? floors[column] : 98);
        for (size_t word = 0; word < 3; ++word)
          ASSERT_EQ(materialMarks[3 * column + word], anew ? 0u : 0xFFFFFFFFu);
        for (size_t row = 0; row < 80; ++row)
          ASSERT_EQ(states[80 * column + row], anew ? filled[80 * column + row] : StateId(Lava));
      }
    }
  }
}
