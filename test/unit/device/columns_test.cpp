//===- columns_test.cpp - Interpolations along a column against single ones -===//

#include "runtime/cuda/columns.h"
#include "runtime/random/xoroshiro.h"

#include <gtest/gtest.h>

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

/// The values of blocks of a volume in any order, and each column upwards; returns how many.
template <i32 outputs, i32 cellXz, i32 cellY> long compare(Xoroshiro &random, bool odd) {
  Volume v;
  v.sx = 1 + random.nextInt(20), v.sy = 1 + random.nextInt(40), v.sz = 1 + random.nextInt(20);
  v.mx = random.nextInt(200) - 100, v.my = random.nextInt(200) - 100, v.mz = random.nextInt(90) - 9;
  StageInput input;
  input.volume = interpolationOf(v, cellXz, cellY).corners;
  std::vector<f32> values(size_t(outputs * input.volume.count()));
  for (f32 &value : values)
    value = odd ? oddValue(random) : random.nextFloat() - 0.5f;
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
  for (i32 k = 0; k < v.sz; ++k)
    for (i32 i = 0; i < v.sx; ++i) {
      CornerColumn<outputs, cellXz, cellY> column(input, v, i, k);
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
  for (int round = 0; round < 40; ++round) {
    const bool odd = round % 2;
    compared += compare<1, 4, 8>(random, odd);
    compared += compare<5, 4, 8>(random, odd);
    compared += compare<2, 16, 5>(random, odd);
    compared += compare<1, 3, 1>(random, odd);
    compared += compare<3, 1, 2>(random, odd);
    compared += compare<2, 1, 1>(random, odd); // aligned: the corners are the blocks
  }
  EXPECT_GT(compared, 1000000);
}

} // namespace
