//===- materials_test.cpp - The material step of a batch against MaterialStage -===//

#include "material_world.h"

#include <gtest/gtest.h>

using namespace terrane;
using namespace terrane::rt;
using namespace terrane::test;

// The same text twice, as generated code has it for the CPU and for the GPU.
namespace cpu_rules {
using namespace terrane::rt;
using namespace terrane::test;
#include "rule_texts.inc"
} // namespace cpu_rules

namespace gpu_rules {
using namespace terrane::rt;
using namespace terrane::test;
using MaterialContext = terrane::rt::cuda::DeviceMaterial<VeinFunctions>;
using RuleTables = terrane::rt::cuda::DeviceRules;
#include "rule_texts.inc"
} // namespace gpu_rules

namespace {

using CpuRule = i32 (*)(MaterialContext &, const RuleTables &, cpu_rules::Column &);
using GpuRule = i32 (*)(gpu_rules::MaterialContext &, const gpu_rules::RuleTables &,
                        gpu_rules::Column &);

template <GpuRule Apply> struct Code {
  using Context = gpu_rules::MaterialContext;
  using Column = gpu_rules::Column;
  static i32 rule(Context &c, const gpu_rules::RuleTables &t, Column &k) { return Apply(c, t, k); }
};

struct Text {
  CpuRule cpu;
  MaterialRect::Thread gpu;
  MaterialRect::AtOnce atOnce;
  bool veins;
};
#define TEXT(name, veins)                                                                          \
  Text {                                                                                           \
    cpu_rules::name, cuda::materialColumn<Code<gpu_rules::name>>,                                  \
        cuda::materialsAtOnce<Code<gpu_rules::name>>, veins                                        \
  }

/// What happened, so that a test knows that it looked at something.
struct Tally {
  int chunks = 0, redone = 0;
  int even = 0, uneven = 0; ///< of those walked at once first
  int pillarBlocks = 0, iceBlocks = 0, marks = 0, fallen = 0, changed = 0, gaps = 0;
};

/// Compares one chunk with what the batch gave; counts what can be seen in the blocks.
void compareChunk(const MaterialRect &rect, int n, Tally &tally) {
  const Chunk &chunk = rect.chunks[size_t(n)];
  const size_t height = size_t(rect.world.level.height), first = size_t(n) * 256 * height;
  ++tally.chunks;
  for (size_t column = 0; column < 256; ++column) {
    const i32 lx = i32(column) & 15, lz = i32(column) >> 4;
    for (size_t row = 0; row < height; ++row) {
      const size_t at = column * height + row;
      const StateId now = chunk.blocks()[at], old = rect.before[first + at];
      ASSERT_EQ(rect.blocks[first + at], now) << n << ": " << lx << ' ' << row << ' ' << lz;
      tally.changed += now != old;
      // Rules are asked for solid blocks alone.
      const bool ice = now == Snow || now == PackedIce;
      if (palette[old].flags & (StateAir | StateFluid)) {
        tally.iceBlocks += ice && old != WetStairs;
        tally.pillarBlocks += (palette[old].flags & StateAir) && now != old && !ice;
      }
    }
    ASSERT_EQ(rect.surfaces[size_t(n) * 256 + column], chunk.worldSurface(lx, lz)) << n;
    ASSERT_EQ(rect.floors[size_t(n) * 256 + column], chunk.oceanFloor(lx, lz)) << n;
    size_t top = height;
    while (top > 0 && (palette[rect.before[first + column * height + top - 1]].flags & StateAir))
      --top;
    tally.fallen += chunk.worldSurface(lx, lz) < rect.world.level.minY + i32(top);
  }
  ASSERT_EQ(rect.marksOf(n), chunk.fluidMarks()) << n;
  for (const std::vector<u16> &section : chunk.fluidMarks())
    tally.marks += int(section.size());
}

/// The whole rectangle on both ways. `redoes(chunk, sampler, failed)`: whether a chunk that the
/// stage has run on is to be made anew.
template <class Redoes>
void compare(const MaterialWorld &world, const Text &text, std::mt19937 &random, Tally &tally,
             Redoes &&redoes, i32 fillFrom = 0) {
  MaterialRect rect(world, int(random() % 4000) - 2000, int(random() % 4000) - 2000, random,
                    fillFrom);
  if (random() % 2)
    rect.runAtOnce(random, text.atOnce, text.gpu);
  else
    rect.run(random, text.gpu);
  for (u32 flag : rect.uneven)
    (flag ? tally.uneven : tally.even) += 1;
  const auto walk = [&](MaterialContext &context, const RuleTables &tables) {
    walkColumnsKnowing<cpu_rules::Column>(
        context, [&](MaterialContext &c, cpu_rules::Column &k) { return text.cpu(c, tables, k); });
  };
  TextRule rule(world, text.veins, walk);
  MaterialStage stage(*world.system, rule, world.table, levelEntry);
  for (int n = 0; n < rect.batch.chunks(); ++n) {
    HashSampler sampler;
    std::string error;
    const BiomeLookup lookup = rect.lookup(n);
    const bool done = stage.run(rect.chunks[size_t(n)], lookup, sampler, error);
    const bool anew = redoes(rect.chunks[size_t(n)], sampler, !done);
    ASSERT_EQ(rect.redo[size_t(n)], u32(anew)) << n << ' ' << error;
    tally.redone += anew;
    tally.gaps += sampler.gaps;
    if (!anew)
      compareChunk(rect, n, tally);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

bool askedOutside(const Chunk &, const HashSampler &sampler, bool failed) {
  return failed || sampler.outside > 0;
}

void compareMany(const Text &text, u32 seed, Tally &tally) {
  std::mt19937 random(seed);
  for (int legacy = 0; legacy < 2; ++legacy)
    for (int worlds = 0; worlds < 3; ++worlds) {
      const MaterialWorld world(i64(random()) * 77777 - 5, legacy != 0);
      for (int round = 0; round < 3; ++round) {
        compare(world, text, random, tally, askedOutside);
        if (testing::Test::HasFatalFailure())
          FAIL() << "legacy " << legacy << " world " << worlds << " round " << round;
      }
    }
}

} // namespace

TEST(DeviceMaterials, EveryOperation) {
  Tally tally;
  compareMany(TEXT(surfaces, true), 1, tally);
  EXPECT_EQ(tally.chunks + tally.redone, 2 * 3 * 3 * 6);
  EXPECT_GT(tally.chunks, 60);
  EXPECT_GT(tally.redone, 5);
  EXPECT_GT(tally.changed, 500000);
  EXPECT_GT(tally.gaps, 10000);
  EXPECT_GT(tally.pillarBlocks, 1000);
  EXPECT_GT(tally.iceBlocks, 5000);
  EXPECT_GT(tally.marks, 1000);
}

TEST(DeviceMaterials, HeightsThatFall) {
  Tally tally;
  compareMany(TEXT(holes, false), 2, tally);
  EXPECT_EQ(tally.chunks, 2 * 3 * 3 * 6);
  EXPECT_GT(tally.fallen, 5000);
  EXPECT_GT(tally.pillarBlocks, 5000);
  EXPECT_GT(tally.uneven, 5);
}

TEST(DeviceMaterials, Fluids) {
  Tally tally;
  compareMany(TEXT(fluids, false), 3, tally);
  EXPECT_EQ(tally.chunks, 2 * 3 * 3 * 6);
  EXPECT_GT(tally.marks, 100000);
  EXPECT_GT(tally.pillarBlocks, 5000);
  EXPECT_GT(tally.iceBlocks, 5000);
}

TEST(DeviceMaterials, ExtensionsAlone) {
  Tally tally;
  compareMany(TEXT(nothing, false), 4, tally);
  EXPECT_EQ(tally.chunks, 2 * 3 * 3 * 6);
  EXPECT_GT(tally.pillarBlocks, 5000);
  EXPECT_GT(tally.iceBlocks, 5000);
  EXPECT_EQ(tally.pillarBlocks + tally.iceBlocks, tally.changed);
  EXPECT_GT(tally.even, 15);
  EXPECT_EQ(tally.uneven, 0) << "nothing asks for heights";
}

/// Few chunks are walked in order, and those must be found.
TEST(DeviceMaterials, WhereTheOrderCounts) {
  Tally tally;
  std::mt19937 random(10);
  for (int round = 0; round < 80; ++round) {
    const MaterialWorld world(round, round % 2 != 0);
    compare(world, TEXT(falls, false), random, tally, askedOutside);
    if (HasFatalFailure())
      FAIL() << round;
  }
  EXPECT_GT(tally.fallen, 5000);
  EXPECT_GT(tally.even, 20);
  EXPECT_GT(tally.uneven, 20);
}

/// The comparison above would see it.
TEST(DeviceMaterials, TheOrderOfDiagonalsCounts) {
  std::mt19937 random(5);
  const MaterialWorld world(1, false);
  const Text text = TEXT(holes, false);
  MaterialRect forth(world, 3, -8, random);
  const std::vector<StateId> filled = forth.blocks;
  const std::vector<i32> surfaces = forth.surfaces, floors = forth.floors;
  forth.run(random, text.gpu);
  const std::vector<StateId> result = forth.blocks;
  std::copy(filled.begin(), filled.end(), forth.blocks.begin());
  std::copy(surfaces.begin(), surfaces.end(), forth.surfaces.begin());
  std::copy(floors.begin(), floors.end(), forth.floors.begin());
  forth.run(random, text.gpu, /*backwards=*/true);
  EXPECT_NE(result, forth.blocks);
}

TEST(DeviceMaterials, FluidPillarsAreMadeAnew) {
  Tally tally;
  std::mt19937 random(6);
  const MaterialWorld world(11, false, testLevel, Lava);
  for (int round = 0; round < 6; ++round)
    compare(world, TEXT(nothing, false), random, tally,
            [](const Chunk &chunk, const HashSampler &, bool) {
              bool any = false;
              for (const std::vector<u16> &section : chunk.fluidMarks())
                any |= !section.empty();
              return any;
            });
  EXPECT_GT(tally.redone, 5);
  EXPECT_GT(tally.chunks, 5);
}

TEST(DeviceMaterials, PillarsOfVoidAirReachTheGroundAboveTheLevel) {
  Tally tally;
  std::mt19937 random(7);
  const MaterialWorld world(12, true, testLevel, VoidAir);
  for (int round = 0; round < 6; ++round)
    compare(world, TEXT(nothing, false), random, tally, askedOutside);
  EXPECT_EQ(tally.chunks, 36);
  EXPECT_GT(tally.pillarBlocks, 1000);
}

/// Where a pillar of minecraft:air meets cave air it depends on the section whether it is dropped.
TEST(DeviceMaterials, PillarsOfAirInCaveAirAreMadeAnew) {
  std::mt19937 random(8);
  const MaterialWorld world(13, true, testLevel, Air);
  const Text text = TEXT(nothing, false);
  TextRule rule(world, false, [](MaterialContext &context, const RuleTables &) {
    walkColumns(context, [](MaterialContext &) { return noState; });
  });
  MaterialStage stage(*world.system, rule, world.table, levelEntry);
  Tally tally;
  for (int round = 0; round < 20; ++round) {
    MaterialRect rect(world, 50 * round, 5, random);
    rect.run(random, text.gpu);
    for (int n = 0; n < rect.batch.chunks(); ++n) {
      HashSampler sampler;
      std::string error;
      ASSERT_TRUE(stage.run(rect.chunks[size_t(n)], rect.lookup(n), sampler, error));
      if (rect.redo[size_t(n)])
        ++tally.redone;
      else
        compareChunk(rect, n, tally);
    }
  }
  EXPECT_GT(tally.redone, 2);
  EXPECT_GT(tally.chunks, 60);
}

TEST(DeviceMaterials, WhereTheBandsEndChunksAreMadeAnew) {
  Tally tally;
  std::mt19937 random(9);
  const MaterialWorld world(14, false, {-320, 448});
  for (int round = 0; round < 4; ++round)
    compare(world, TEXT(bands, false), random, tally, askedOutside, /*fillFrom=*/160);
  EXPECT_GT(tally.redone, 3);
  EXPECT_GT(tally.chunks, 3);
  EXPECT_GT(tally.changed, 10000);
}
