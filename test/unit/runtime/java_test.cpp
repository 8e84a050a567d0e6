//===- java_test.cpp - Scalar arithmetic (spec 20, 1) ---------------------===//

#include "runtime/math/java.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace terrane::rt;

namespace {

constexpr i32 least = std::numeric_limits<i32>::min(), most = std::numeric_limits<i32>::max();
constexpr i64 leastL = std::numeric_limits<i64>::min(), mostL = std::numeric_limits<i64>::max();
constexpr f64 infinity = std::numeric_limits<f64>::infinity();
constexpr f64 nan = std::numeric_limits<f64>::quiet_NaN();

TEST(Java, ConversionsSaturate) {
  struct Row {
    f64 v;
    i32 floor, ceil, truncated;
  };
  for (Row row :
       {Row{0.0, 0, 0, 0}, Row{-0.0, 0, 0, 0}, Row{1.5, 1, 2, 1}, Row{-1.5, -2, -1, -1},
        Row{-1.0, -1, -1, -1}, Row{nan, 0, 0, 0}, Row{infinity, most, most, most},
        Row{-infinity, least, least, least}, Row{2147483647.0, most, most, most},
        Row{2147483646.5, most - 1, most, most - 1}, Row{2147483647.5, most, most, most},
        Row{-2147483648.0, least, least, least}, Row{-2147483647.5, least, least + 1, least + 1},
        Row{-2147483648.5, least, least, least}, Row{1e300, most, most, most}, Row{5e-324, 0, 1, 0},
        Row{-5e-324, -1, 0, 0}}) {
    EXPECT_EQ(floorI(row.v), row.floor) << row.v;
    EXPECT_EQ(ceilI(row.v), row.ceil) << row.v;
    EXPECT_EQ(toI32(row.v), row.truncated) << row.v;
  }
  EXPECT_EQ(floorL(nan), 0);
  EXPECT_EQ(floorL(infinity), mostL);
  EXPECT_EQ(floorL(-infinity), leastL);
  EXPECT_EQ(floorL(9223372036854775808.0), mostL);
  EXPECT_EQ(floorL(-9223372036854775808.0), leastL);
  EXPECT_EQ(floorL(-2.5), -3);
}

TEST(Java, FloorOfRandomBits) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000000; ++i) {
    f64 v = i % 2 ? fromBits(u64(random())) : f64(i64(random())) * 0x1p-31;
    f64 floor = std::floor(v), ceil = std::ceil(v);
    i32 expectedFloor = std::isnan(v) ? 0 : i32(std::clamp(floor, f64(least), f64(most)));
    i32 expectedCeil = std::isnan(v) ? 0 : i32(std::clamp(ceil, f64(least), f64(most)));
    ASSERT_EQ(floorI(v), expectedFloor) << v;
    ASSERT_EQ(ceilI(v), expectedCeil) << v;
  }
}

TEST(Java, IntegersWrap) {
  EXPECT_EQ(wrapAdd(most, 1), least);
  EXPECT_EQ(wrapSub(least, 1), most);
  EXPECT_EQ(wrapMul(least, -1), least);
  EXPECT_EQ(wrapMul(65536, 65536), 0);
  EXPECT_EQ(wrapAdd(mostL, i64(1)), leastL);
}

TEST(Java, FloorDivision) {
  EXPECT_EQ(floorDiv(7, 2), 3);
  EXPECT_EQ(floorDiv(-7, 2), -4);
  EXPECT_EQ(floorDiv(7, -2), -4);
  EXPECT_EQ(floorDiv(-8, 2), -4);
  EXPECT_EQ(floorDiv(least, -1), least);
  EXPECT_EQ(floorDiv(least, 1), least);
  EXPECT_EQ(floorDiv(least, 3), -715827883);
  EXPECT_EQ(floorMod(7, 3), 1);
  EXPECT_EQ(floorMod(-7, 3), 2);
  EXPECT_EQ(floorMod(7, -3), -2);
  EXPECT_EQ(floorMod(-7, -3), -1);
  EXPECT_EQ(floorMod(least, -1), 0);
  for (i32 a = -50; a <= 50; ++a)
    for (i32 b = -7; b <= 7; ++b)
      if (b != 0) {
        EXPECT_EQ(floorDiv(a, b), i32(std::floor(f64(a) / b)));
        EXPECT_EQ(floorDiv(a, b) * b + floorMod(a, b), a);
      }
}

template <class T> void expectBits(T actual, T expected) {
  EXPECT_TRUE(bitsOf(actual) == bitsOf(expected) || (isNaN(actual) && isNaN(expected)))
      << actual << " is not " << expected;
}

template <class T> void checkMinMax() {
  T n = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  expectBits(jmin(T(0), T(-0.0)), T(-0.0));
  expectBits(jmin(T(-0.0), T(0)), T(-0.0));
  expectBits(jmax(T(0), T(-0.0)), T(0));
  expectBits(jmax(T(-0.0), T(0)), T(0));
  expectBits(jmax(T(-0.0), T(-0.0)), T(-0.0));
  expectBits(jmin(T(1), T(2)), T(1));
  expectBits(jmax(T(1), T(2)), T(2));
  expectBits(jmin(T(2), T(1)), T(1));
  expectBits(jmax(T(2), T(1)), T(2));
  expectBits(jmin(n, -inf), n);
  expectBits(jmin(-inf, n), n);
  expectBits(jmax(n, inf), n);
  expectBits(jmax(inf, n), n);
  expectBits(jmin(inf, -inf), -inf);
  expectBits(clampf(T(-0.0), T(0), T(1)), T(-0.0));
  expectBits(clampf(n, T(0), T(1)), n);
  expectBits(clampf(T(-2), T(0), T(1)), T(0));
  expectBits(clampf(T(2), T(0), T(1)), T(1));
  // Below both bounds where they are the wrong way round: the lower one is tested first.
  expectBits(clampf(T(0), T(2), T(1)), T(2));
}

TEST(Java, MinimumAndMaximum) {
  checkMinMax<f32>();
  checkMinMax<f64>();
}

TEST(Java, Interpolation) {
  EXPECT_EQ(bitsOf(lerp(0.3f, 2.0f, 5.0f)), 0x4039999Au); // spec 11, 20
  EXPECT_EQ(smoothstep(0.0f), 0.0f);
  EXPECT_EQ(smoothstep(1.0f), 1.0f);
  EXPECT_EQ(smoothstep(0.5f), 0.5f);
  EXPECT_TRUE(isNaN(clampedLerp(nan, 1.0, 2.0)));
  EXPECT_EQ(clampedLerp(-1.0f, 3.0f, 4.0f), 3.0f);
  EXPECT_EQ(clampedLerp(2.0f, 3.0f, 4.0f), 4.0f);
  EXPECT_EQ(clampedMap(15.0, 10.0, 20.0, 0.0, 1.0), 0.5);
  EXPECT_EQ(mapRange(25.0, 10.0, 20.0, 0.0, 1.0), 1.5);
}

TEST(Java, RemainderIsExact) {
  std::mt19937_64 random(2);
  int compared = 0;
  for (int i = 0; i < 300000; ++i) {
    f32 x = fromBits(u32(random())), y = fromBits(u32(random()));
    if (i % 2) { // quotients near the limit of the quick way
      y = std::ldexp(f32(random() >> 40), -3);
      x = y * std::ldexp(f32(random() >> 40), i % 9 - 4);
    }
    expectBits(fmodF(x, y), std::fmod(x, y));
    ++compared;
  }
  EXPECT_EQ(compared, 300000);
  expectBits(fmodF(-6.0f, 3.0f), -0.0f);
  expectBits(fmodF(5.0f, std::numeric_limits<f32>::infinity()), 5.0f);
  expectBits(fmodF(5.0f, 0.0f), std::numeric_limits<f32>::quiet_NaN());
}

TEST(Java, BlockHash) {
  EXPECT_EQ(blockHash(0, 0, 0), 0);
  EXPECT_EQ(u64(blockHash(1, 0, 0)), 0x00007908515F475Bull);
  EXPECT_EQ(u64(blockHash(0, 0, 1)), 0xFFFFED1C26DFBAF0ull);
  EXPECT_EQ(u64(blockHash(-1, -1, -1)), 0x000036DA78E34EF2ull);
}

} // namespace
