//===- aquifer_plain_test.cpp - The aquifer against its plain form --------===//
//
// Answers, flags, and every sample in its order.
//
//===----------------------------------------------------------------------===//

#include "plain_aquifer.h"
#include "runtime/aquifer/nearest.h"
#include <gtest/gtest.h>
#include <random>

using namespace terrane;
using namespace terrane::test;

namespace {

struct Seen {
  i64 blocks = 0, solid = 0, scheduled = 0, fluids = 0;
};

f64 densityAt(i64 seed, i32 x, i32 y, i32 z, u32 oddity) {
  u64 hash = hashOf({seed, 99, x, y, z});
  // Mostly next to 0, where pressures decide.
  return f64(valueOf(hash, -1.0f, hash >> 60 ? 0.02f : 1.0f, oddity));
}

void compare(const TerrainSettings &settings, i64 seed, const FakeContext &functions,
             const Volume &volume, const PositionalFactory &random, Aquifer &aquifer, u32 oddity,
             Seen &seen) {
  FakeContext plainContext = functions, context = functions;
  PlainAquifer plain(settings, true, random, plainContext, volume);
  aquifer.begin(settings, &fakeEntries, random, context, volume);
  ASSERT_EQ(aquifer.skipAboveY(), plain.skipAboveY);
  auto ask = [&](i32 x, i32 y, i32 z) {
    f64 density = densityAt(seed, x, y, z, oddity);
    i32 expected = plain.substance(x, y, z, density);
    i32 actual = aquifer.substance(x, y, z, density);
    ASSERT_EQ(actual, expected) << x << ' ' << y << ' ' << z << " seed " << seed;
    ASSERT_EQ(aquifer.scheduleFlag(), plain.scheduleFlag) << x << ' ' << y << ' ' << z;
    ASSERT_EQ(context.calls.size(), plainContext.calls.size()) << x << ' ' << y << ' ' << z;
    ++seen.blocks;
    seen.solid += actual == Aquifer::solid && !(density > 0.0);
    seen.scheduled += aquifer.scheduleFlag();
    seen.fluids += actual > 0 && (palette[actual].flags & StateFluid) != 0;
  };
  // As the fill asks, then as carvers do: here and there.
  for (i32 lz = 0; lz < volume.sz; ++lz)
    for (i32 lx = 0; lx < volume.sx; lx += 3)
      for (i32 ly = volume.sy - 1; ly >= 0; --ly)
        ASSERT_NO_FATAL_FAILURE(ask(volume.mx + lx, volume.my + ly, volume.mz + lz));
  std::mt19937_64 rng(seed);
  for (i32 i = 0; i < 500; ++i)
    ASSERT_NO_FATAL_FAILURE(ask(volume.mx + i32(rng() % volume.sx),
                                volume.my + i32(rng() % volume.sy),
                                volume.mz + i32(rng() % volume.sz)));
  ASSERT_TRUE(context.calls == plainContext.calls) << "seed " << seed;
}

TEST(AquiferPlain, RandomSettingsAndNoises) {
  Aquifer aquifer; // one for all: memory is kept, nothing else
  Seen seen;
  std::mt19937_64 rng(30);
  const State fluids[] = {Water,       Water, Water,   FlowingWater, Lava,
                          FlowingLava, Air,   CaveAir, PowderSnow};
  const i32 seaLevels[] = {63, 63, 63, 32, -40, -60, 200, -54, -53, 2147483647, -2147483647 - 1};
  for (i64 round = 0; round < 120; ++round) {
    TerrainSettings settings = makeSettings(-64, 384, seaLevels[rng() % 11], fluids[rng() % 9]);
    u32 oddity = round % 3 == 0 ? 12 : 0;
    f32 low = f32(i32(rng() % 200)) - 80, high = low + f32(rng() % 80);
    FakeContext functions = noiseContext(round, oddity, low, high);
    i32 cx = i32(rng() % 2001) - 1000, cz = i32(rng() % 2001) - 1000;
    // Small volumes at any height, so that lava floors, seas and surfaces all take part.
    Volume volume = blocks(cx * 16, i32(rng() % 12) * 16 - 96, cz * 16, 16, 48, 16);
    if (round % 5 == 1)
      volume = blocks(cx * 16 + i32(rng() % 16), volume.my, cz, 1, 64, 1);
    PositionalFactory random =
        round % 2 ? PositionalFactory::legacy(round) : PositionalFactory::xoroshiro(round, -round);
    ASSERT_NO_FATAL_FAILURE(
        compare(settings, round, functions, volume, random, aquifer, oddity, seen));
  }
  EXPECT_GT(seen.blocks, 300000);
  EXPECT_GT(seen.solid, 1000);
  EXPECT_GT(seen.scheduled, 1000);
  EXPECT_GT(seen.fluids, 10000);
}

/// Centres at the ends of the world's heights come back at the other end (12 bits), and far out in
/// x and z likewise (26 bits).
TEST(AquiferPlain, WrappedCentres) {
  Aquifer aquifer;
  Seen seen;
  i64 seed = 1000;
  for (i32 my : {-2032, 1984})
    for (i32 seaLevel : {63, -2000, 2020}) {
      FakeContext functions = noiseContext(seed, 0, my - 20.0f, my + 60.0f);
      TerrainSettings settings = makeSettings(-2032, 4064, seaLevel);
      ASSERT_NO_FATAL_FAILURE(compare(settings, seed, functions, blocks(-16, my, 32, 16, 48, 16),
                                      PositionalFactory::xoroshiro(seed, 5), aquifer, 0, seen));
      ++seed;
    }
  for (i32 x : {(1 << 25) - 16, -(1 << 25), 40000000}) {
    FakeContext functions = noiseContext(seed, 0, 20.0f, 60.0f);
    ASSERT_NO_FATAL_FAILURE(compare(makeSettings(), seed, functions, blocks(x, 0, -x, 16, 48, 16),
                                    PositionalFactory::xoroshiro(seed, 5), aquifer, 0, seen));
    ++seed;
  }
  EXPECT_GT(seen.blocks, 10000);
  EXPECT_GT(seen.fluids, 0);
}

TEST(Nearest, TheLaterOfEqualsIsNearer) {
  i32 dx[numCandidates], dy[numCandidates] = {}, dz[numCandidates] = {};
  for (i32 i = 0; i < numCandidates; ++i)
    dx[i] = i % 2 ? 3 : -3;
  Nearest n = findNearest(dx, dy, dz);
  for (i32 r = 0; r < 4; ++r) {
    EXPECT_EQ(n.distance(r), 9);
    EXPECT_EQ(n.candidate(r), 11 - r);
  }
  dx[4] = 1;
  dx[7] = 2;
  n = findNearest(dx, dy, dz);
  EXPECT_EQ(n.candidate(0), 4);
  EXPECT_EQ(n.candidate(1), 7);
  EXPECT_EQ(n.candidate(2), 11);
  EXPECT_EQ(n.candidate(3), 10);
}

TEST(Nearest, ColumnsAsBlockByBlock) {
  std::mt19937 rng(12);
  i32 compared = 0, ties = 0;
  for (i32 round = 0; round < 4000; ++round) {
    i32 x = i32(rng() % 16) + 5, z = i32(rng() % 16) + 5; // within the cells of candidate 0
    // The extreme offsets often, for the bounds, and few different ones, for ties.
    auto draw = [&](i32 bound) {
      return round % 2 ? i32(rng() % bound) : rng() % 2 ? bound - 1 : 0;
    };
    i32 px[numCandidates], py[numCandidates], pz[numCandidates], i = 0;
    i16 horizontal[numCandidates], vertical[numCandidates];
    for (i32 dx = 0; dx < 2; ++dx)
      for (i32 dy = -1; dy < 2; ++dy)
        for (i32 dz = 0; dz < 2; ++dz, ++i) {
          px[i] = 16 * dx + draw(10) - x;
          py[i] = 12 * dy + draw(9);
          pz[i] = 16 * dz + draw(10) - z;
          horizontal[i] = i16(16 * (px[i] * px[i] + pz[i] * pz[i]) + 15 - i);
          vertical[i] = i16(py[i] + 1);
        }
    NearestColumn column;
    column.rank(horizontal, vertical);
    for (i32 lane = 0; lane < cellHeight; ++lane) {
      i32 dy[numCandidates];
      for (i32 c = 0; c < numCandidates; ++c)
        dy[c] = py[c] - (lane - 1);
      Nearest expected = findNearest(px, dy, pz);
      NearestColumn::Lane actual = column.at(lane);
      NearestBlock block;
      for (i32 c = 0; c < numCandidates; ++c)
        block.add(horizontal[c], dy[c]);
      for (i32 r = 0; r < 4; ++r) {
        ASSERT_EQ(block.distance(r), expected.distance(r));
        ASSERT_EQ(block.candidate(r), expected.candidate(r));
        ASSERT_EQ(actual.distance(r), expected.distance(r));
        ASSERT_EQ(actual.candidate(r), expected.candidate(r));
        ties += r > 0 && expected.distance(r) == expected.distance(r - 1);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 100000);
  EXPECT_GT(ties, 1000);
}

} // namespace
