//===- columns_test.cpp - Interpolations along a column against single ones -===//

#include "runtime/cuda/columns.h"
#include "runtime/random/xoroshiro.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

namespace {

/// Mostly plain numbers.
f32 oddValue(Xoroshiro &random) {
  constexpr f32 infinity = std::numeric_limits<f32>::infinity();
  const f32 odd[] = {0.0f, -0.0f, infinity, -infinity, std::numeric_limits<f32>::quiet_NaN(),
                     3e38f};
  return random.nextInt(8) == 0 ? odd[random.nextInt(6)] : random.nextFloat() * 3.0f - 1.5f;
}

long saidSo, notSaid, above;

/// The values of blocks of a volume in any order, and each column upwards; returns how many.
enum class Kind { Plain, Odd, Flat };
template <i32 outputs, i32 cellXz, i32 cellY> long compare(Xoroshiro &random, Kind kind) {
  Volume v;
  v.sx = 1 + random.nextInt(20), v.sy = 1 + random.nextInt(40), v.sz = 1 + random.nextInt(20);
  v.mx = random.nextInt(200) - 100, v.my = random.nextInt(200) - 100, v.mz = random.nextInt(90) - 9;
  StageInput input;
  input.volume = interpolationOf(v, cellXz, cellY).corners;
  std::vector<f32> values(size_t(outputs * input.volume.count()));
  for (f32 &value : values)
    value = kind == Kind::Odd ? oddValue(random) : random.nextFloat() - 0.5f;
  if (kind == Kind::Flat) { // whole cells without a step, of both zeros or of one number
    const f32 all = random.nextInt(2) ? 0.25f : 0.0f;
    for (f32 &value : values)
      value = random.nextInt(40) == 0 ? value : all == 0.0f && random.nextInt(2) ? -0.0f : all;
    // and one whose step is lost, to a -0
    values[values.size() / 2] = -std::numeric_limits<f32>::denorm_min();
  }
  input.values = values.data();

  long compared = 0;
  auto same = [&](CornerColumn<outputs, cellXz, cellY> &column, i32 i, i32 j, i32 k) {
    column.go(j);
    for (i32 o = 0; o < outputs; ++o) {
      const f32 expected = readCorners(input, o, v, cellXz, cellY, i, j, k);
      if (expected != expected)
        EXPECT_NE(column.values[o], column.values[o]);
      else
        EXPECT_EQ(std::memcmp(&column.values[o], &expected, sizeof expected), 0)
            << column.values[o] << " is not " << expected << " at " << i << ", " << j << ", " << k;
      ++compared;
    }
  };
  // A cell that is said not to be above 0 has no row that is.
  auto below = [&](CornerColumn<outputs, cellXz, cellY> &column, i32 from) {
    for (i32 o = 0; o < outputs; ++o) {
      i32 until = from;
      const bool said = column.notAbove0(o, from, until);
      ASSERT_GT(until, from);
      bool all = true;
      for (i32 j = from; j < std::min(until, v.sy); ++j) {
        column.go(j);
        all = all && column.values[o] <= 0.0f;
      }
      ASSERT_TRUE(!said || all);
      (said ? saidSo : all ? notSaid : above) += 1;
    }
  };
  for (i32 k = 0; k < v.sz; ++k)
    for (i32 i = 0; i < v.sx; ++i) {
      CornerColumn<outputs, cellXz, cellY> column(input, v, i, k);
      below(column, random.nextInt(v.sy));
      for (i32 j = 0; j < v.sy; ++j)
        same(column, i, j, k);
      for (i32 j = v.sy - 1; j >= 0; --j)
        same(column, i, j, k);
      for (i32 n = 0; n < 8; ++n)
        same(column, i, random.nextInt(v.sy), k);
    }
  return compared;
}

TEST(CornerColumn, IsEveryBlocksInterpolation) {
  Xoroshiro random(77);
  long compared = 0;
  for (int round = 0; round < 60; ++round) {
    const auto kind = Kind(round % 3);
    compared += compare<1, 4, 8>(random, kind);
    compared += compare<5, 4, 8>(random, kind);
    compared += compare<2, 16, 5>(random, kind);
    compared += compare<1, 3, 1>(random, kind);
    compared += compare<3, 1, 2>(random, kind);
    compared += compare<2, 1, 1>(random, kind); // aligned: the corners are the blocks
  }
  EXPECT_GT(compared, 1000000);
  EXPECT_GT(saidSo, 10000);
  EXPECT_GT(above, 10000);
}

TEST(LatticePoint, IsEveryPointOnceAlongX) {
  Xoroshiro random(78);
  for (int round = 0; round < 100; ++round) {
    Volume v;
    v.sx = 1 + random.nextInt(9), v.sy = 1 + random.nextInt(9), v.sz = 1 + random.nextInt(9);
    std::vector<int> seen(size_t(v.count()));
    for (i64 thread = 0; thread < v.count(); ++thread) {
      const LatticePoint p = latticePoint(thread, v);
      ASSERT_TRUE(p.i >= 0 && p.i < v.sx && p.j >= 0 && p.j < v.sy && p.k >= 0 && p.k < v.sz);
      ++seen[size_t(v.index(p.i, p.j, p.k))];
      EXPECT_EQ(p.i, i32(thread % v.sx));
      EXPECT_EQ(p.j, i32(thread / (i64(v.sx) * v.sz)));
    }
    EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
  }
}

} // namespace
