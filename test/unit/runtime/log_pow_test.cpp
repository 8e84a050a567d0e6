//===- log_pow_test.cpp - Logarithm and power against long double (spec 11, 7) -===//

#include "runtime/math/log_pow.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

using namespace terrane::rt;

namespace {

constexpr f64 infinity = std::numeric_limits<f64>::infinity();
constexpr f64 nan = std::numeric_limits<f64>::quiet_NaN();

/// The reference has 11 bits more than an f64, enough to see a hundredth of a unit.
static_assert(std::numeric_limits<long double>::digits >= 64, "the tests need 80-bit long double");

/// |actual - exact| in units of the last place of the f64 nearest to `exact`.
long double error(f64 actual, long double exact) {
  f64 rounded = std::fabs(f64(exact));
  f64 unit = std::max(std::nextafter(rounded, infinity) - rounded, 0x1p-1074);
  return std::fabs((long double)actual - exact) / unit;
}

struct Worst {
  long double ulps = 0;
  i64 compared = 0, differentF32 = 0;

  void add(f64 actual, long double exact) {
    if (std::fabs(exact) > std::numeric_limits<f64>::max() || exact == 0)
      return;
    ++compared;
    ulps = std::max(ulps, error(actual, exact));
    differentF32 += bitsOf(f32(actual)) != bitsOf(f32(exact));
  }
};

void expectGood(const Worst &worst, i64 least) {
  EXPECT_GE(worst.compared, least);
  EXPECT_LT(worst.ulps, 0.501L);
  EXPECT_EQ(worst.differentF32, 0);
  ::testing::Test::RecordProperty("worst_ulps", std::to_string(worst.ulps));
}

TEST(Log, MatchesLongDouble) {
  std::mt19937_64 random(1);
  Worst worst;
  for (int i = 0; i < 1000000; ++i) {
    f64 x = fromBits(u64(random()) >> 1); // any positive bits
    if (!(x < infinity))
      continue;
    worst.add(logd(x), std::log((long double)x));
    f64 nearOne = 1.0 + (f64(i64(random()) >> 11) * 0x1p-52) * std::ldexp(1.0, -i % 50);
    if (nearOne > 0)
      worst.add(logd(nearOne), std::log((long double)nearOne));
  }
  expectGood(worst, 1900000);
}

TEST(Log, OfF32Inputs) {
  std::mt19937_64 random(2);
  Worst worst;
  for (int i = 0; i < 1000000; ++i) {
    f32 x = fromBits(u32(random()) >> 1);
    if (x < std::numeric_limits<f32>::infinity())
      worst.add(logd(f64(x)), std::log((long double)x));
  }
  expectGood(worst, 990000);
}

TEST(Log, SpecialValues) {
  EXPECT_EQ(bitsOf(logd(1.0)), 0u);
  EXPECT_EQ(logd(0.0), -infinity);
  EXPECT_EQ(logd(-0.0), -infinity);
  EXPECT_EQ(logd(infinity), infinity);
  EXPECT_TRUE(std::isnan(logd(-1.0)));
  EXPECT_TRUE(std::isnan(logd(-infinity)));
  EXPECT_TRUE(std::isnan(logd(nan)));
  // Spec 11, 20.
  EXPECT_EQ(bitsOf(f32(logd(f64(0.1f)))), 0xC0135D8Eu);
  EXPECT_EQ(bitsOf(f32(logd(2.0))), 0x3F317218u);
  EXPECT_EQ(bitsOf(f32(logd(f64(1e-40f)))), 0xC2B834F2u);
}

/// Operands as density functions have them: f32 widened, of moderate size.
TEST(Pow, MatchesLongDoubleOnModerateF32Operands) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<f32> exponent(-8.0f, 8.0f), size(-10.0f, 10.0f);
  Worst worst;
  for (int i = 0; i < 2000000; ++i) {
    f32 x = std::exp2(size(random)), y = exponent(random);
    worst.add(powd(f64(x), f64(y)), std::pow((long double)x, (long double)y));
  }
  expectGood(worst, 2000000);
}

/// Any bases, with exponents that make results of every size, subnormal ones too.
TEST(Pow, MatchesLongDoubleEverywhere) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<f64> logarithm(-745.0, 709.7);
  Worst worst;
  for (int i = 0; i < 2000000; ++i) {
    f64 x = fromBits(u64(random()) >> 1);
    if (!(x < infinity) || x == 0)
      continue;
    f64 y = logarithm(random) / std::log(x);
    if (!(std::fabs(y) < infinity))
      continue;
    worst.add(powd(x, y), std::pow((long double)x, (long double)y));
  }
  expectGood(worst, 1990000);
}

/// A base next to 1 needs a logarithm with a small relative, not absolute, error.
TEST(Pow, MatchesLongDoubleNextToOne) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<f64> part(-1.0, 1.0), logarithm(-700.0, 700.0);
  Worst worst;
  for (int i = 0; i < 500000; ++i) {
    f64 x = 1.0 + part(random) * std::ldexp(1.0, -(i % 51) - 1);
    if (x == 1.0)
      continue;
    f64 y = logarithm(random) / std::log(x);
    worst.add(powd(x, y), std::pow((long double)x, (long double)y));
  }
  expectGood(worst, 450000);
}

TEST(Pow, ExactResultsAreExact) {
  int compared = 0;
  for (i64 x = 2; x <= 3000; ++x) {
    f64 exact = f64(x);
    for (int y = 1; exact * f64(x) < 0x1p53; ++y, exact *= f64(x), ++compared) {
      EXPECT_EQ(powd(f64(x), y), exact) << x << '^' << y;
      EXPECT_EQ(powd(-f64(x), y), y % 2 ? -exact : exact) << -x << '^' << y;
    }
    EXPECT_EQ(powd(f64(x * x), 0.5), f64(x));
  }
  for (int n = -1074; n <= 1023; ++n, ++compared)
    EXPECT_EQ(powd(2.0, n), std::ldexp(1.0, n)) << n;
  EXPECT_GT(compared, 10000);
}

TEST(Pow, SquaresRoundAsProducts) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 100000; ++i) {
    f32 x = std::ldexp(f32(random() >> 40), -20);
    EXPECT_EQ(powd(f64(x), 2.0), f64(x) * f64(x));
  }
}

TEST(Pow, OverflowAndUnderflow) {
  EXPECT_EQ(powd(2.0, 1024.0), infinity);
  EXPECT_EQ(powd(-2.0, 1025.0), -infinity);
  EXPECT_EQ(powd(2.0, -1075.0), 0.0); // half of the least subnormal: to even
  EXPECT_EQ(powd(2.0, -1074.5), 0x1p-1074);
  EXPECT_EQ(powd(2.0, 1e300), infinity);
  EXPECT_EQ(powd(0.5, 1e300), 0.0);
  EXPECT_EQ(bitsOf(powd(-2.0, -1e5 - 1)), 0x8000000000000000ull);
  EXPECT_EQ(powd(1.0 + 0x1p-52, 1e30), infinity);
  EXPECT_EQ(powd(1.0 - 0x1p-53, 1e30), 0.0);
  EXPECT_EQ(powd(1e300, 1e-30), 1.0);
  EXPECT_EQ(powd(1.0, 1e300), 1.0);
}

/// The table of Java's Math.pow, which is C's but for the rows with NaN marked below.
TEST(Pow, SpecialValues) {
  auto expect = [](f64 x, f64 y, f64 result) {
    f64 actual = powd(x, y);
    EXPECT_TRUE(bitsOf(actual) == bitsOf(result) || (isNaN(actual) && isNaN(result)))
        << x << '^' << y << " is " << actual << ", not " << result;
  };
  for (f64 x : {0.0, -0.0, 1.0, -3.5, infinity, -infinity, nan})
    for (f64 zero : {0.0, -0.0})
      expect(x, zero, 1.0);
  for (f64 x : {0.0, -0.0, 3.5, -3.5, infinity, -infinity, nan})
    expect(x, 1.0, x);
  for (f64 x : {0.0, 1.0, -3.5, infinity, nan})
    expect(x, nan, nan); // C: 1^NaN = 1
  expect(nan, 2.0, nan);
  for (f64 one : {1.0, -1.0})
    for (f64 y : {infinity, -infinity})
      expect(one, y, nan); // C: 1
  for (f64 sign : {1.0, -1.0}) {
    expect(sign * 1.5, infinity, infinity);
    expect(sign * 1.5, -infinity, 0.0);
    expect(sign * 0.5, infinity, 0.0);
    expect(sign * 0.5, -infinity, infinity);
    expect(sign * infinity, infinity, infinity);
    expect(sign * infinity, -infinity, 0.0);
    expect(sign * 0.0, infinity, 0.0);
    expect(sign * 0.0, -infinity, infinity);
  }
  for (f64 y : {0.5, 2.0, 2.5, 3.0, 1e20}) {
    expect(0.0, y, 0.0);
    expect(0.0, -y, infinity);
    expect(infinity, y, infinity);
    expect(infinity, -y, 0.0);
    bool odd = y == 3.0;
    expect(-0.0, y, odd ? -0.0 : 0.0);
    expect(-0.0, -y, odd ? -infinity : infinity);
    expect(-infinity, y, odd ? -infinity : infinity);
    expect(-infinity, -y, odd ? -0.0 : 0.0);
  }
  expect(-2.0, 0.5, nan);
  expect(-2.0, 3.0, -8.0);
  expect(-2.0, -3.0, -0.125);
  expect(-2.0, 4.0, 16.0);
  expect(-1.0, 9007199254740991.0, -1.0); // the largest odd f64
  expect(-1.0, 9007199254740992.0, 1.0);
  expect(-2.0, 5e-324, nan);
}

} // namespace
