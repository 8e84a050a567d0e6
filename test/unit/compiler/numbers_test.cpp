//===- numbers_test.cpp - Decimal text to f32, f64 and i32 (spec 10, 2.2) -===//

#include "compiler/json/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

using namespace terrane::json;

namespace {

std::uint32_t bits(float value) {
  std::uint32_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

std::uint64_t bits(double value) {
  std::uint64_t result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}

} // namespace

TEST(Numbers, F32RoundsOnce) {
  // Just above the middle of two floats, by less than a double can tell: by way of a double the
  // value would become the middle and then the even float below.
  EXPECT_EQ(bits(toF32("1.000000059604644775390625")), 0x3f800000u);
  EXPECT_EQ(bits(toF32("1.00000005960464477539062500000000000001")), 0x3f800001u);
  EXPECT_EQ(bits(static_cast<float>(toF64("1.00000005960464477539062500000000000001"))),
            0x3f800000u);
  EXPECT_EQ(bits(toF32("1.000000178813934326171875")), 0x3f800002u);
  EXPECT_EQ(bits(toF32("1.00000017881393432617187499999999999999")), 0x3f800001u);
}

TEST(Numbers, ZerosKeepTheirSign) {
  EXPECT_EQ(bits(toF32("0")), 0u);
  EXPECT_EQ(bits(toF32("-0")), 0x80000000u);
  EXPECT_EQ(bits(toF32("-0.0")), 0x80000000u);
  EXPECT_EQ(bits(toF32("-0e999999999999999999999")), 0x80000000u);
  EXPECT_EQ(bits(toF32("-1e-400")), 0x80000000u);
  EXPECT_EQ(bits(toF64("-0.000")), 0x8000000000000000u);
  EXPECT_EQ(bits(toF64("-1e-4000000000000000000000")), 0x8000000000000000u);
}

TEST(Numbers, ExtremesOfTheTypes) {
  EXPECT_EQ(bits(toF32("3.4028234663852886e38")), 0x7f7fffffu);
  EXPECT_EQ(bits(toF32("3.40282356e38")), 0x7f7fffffu);
  // The middle between the largest float and the next power of two rounds to even: up.
  EXPECT_EQ(bits(toF32("340282356779733661637539395458142568448")), 0x7f800000u);
  EXPECT_EQ(bits(toF32("340282356779733661637539395458142568447.9")), 0x7f7fffffu);
  EXPECT_EQ(bits(toF32("1e39")), 0x7f800000u);
  EXPECT_EQ(bits(toF32("-1e400")), 0xff800000u);
  EXPECT_EQ(bits(toF64("1e400")), 0x7ff0000000000000u);
  EXPECT_EQ(bits(toF64("1e99999999999999999999999")), 0x7ff0000000000000u);
  EXPECT_EQ(bits(toF32("1.401298464324817e-45")), 1u);
  EXPECT_EQ(bits(toF32("7.006492321624085e-46")), 0u) << "just below the middle of 0 and it";
  EXPECT_EQ(bits(toF32("7.0064923216240854e-46")), 1u);
  EXPECT_EQ(bits(toF32("1.1754942e-38")), 0x007fffffu);
  EXPECT_EQ(bits(toF64("4.9406564584124654e-324")), 1u);
  EXPECT_EQ(bits(toF64("2.2250738585072011e-308")), 0x000fffffffffffffu);
  EXPECT_EQ(bits(toF64("9.999999747378752E-6")), 0x3EE4F8B580000000u);
}

TEST(Numbers, LongDigitsAndFarExponentsCancel) {
  std::string zeros(30000, '0');
  EXPECT_EQ(toF32("1" + zeros + "e-30000"), 1.0f);
  EXPECT_EQ(toF64("0." + zeros + "1e30001"), 1.0);
  EXPECT_EQ(toI32("0." + zeros + "123e30003"), 123);
  // The middle of two floats with a digit far behind it.
  EXPECT_EQ(bits(toF32("1.000000059604644775390625" + zeros)), 0x3f800000u);
  EXPECT_EQ(bits(toF32("1.000000059604644775390625" + zeros + "1")), 0x3f800001u);
}

TEST(Numbers, AgreesWithTheCLibraryOnRandomText) {
  std::mt19937_64 random(7);
  unsigned compared = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text = random() % 2 ? "-" : "";
    std::size_t digits = 1 + random() % (i % 100 == 0 ? 900 : 25);
    text += static_cast<char>('1' + random() % 9);
    for (std::size_t k = 1; k < digits; ++k) {
      if (k == digits / 2)
        text += '.';
      text += static_cast<char>('0' + random() % 10);
    }
    if (random() % 2)
      text += "e" + std::to_string(static_cast<int>(random() % 700) - 350);
    // The tests run in the "C" locale, where strtof reads a decimal point.
    ASSERT_EQ(bits(toF32(text)), bits(std::strtof(text.c_str(), nullptr))) << text;
    ASSERT_EQ(bits(toF64(text)), bits(std::strtod(text.c_str(), nullptr))) << text;
    ++compared;
  }
  EXPECT_EQ(compared, 200000u);
}

TEST(Numbers, EveryHundredThousandthFloatAndItsMiddlesComeBack) {
  char text[256];
  unsigned compared = 0;
  for (std::uint64_t i = 1; i < 0x7f7fffff; i += 100003) {
    std::uint32_t raw = static_cast<std::uint32_t>(i);
    float value, above;
    std::memcpy(&value, &raw, sizeof value);
    ++raw;
    std::memcpy(&above, &raw, sizeof above);
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
    ASSERT_EQ(bits(toF32(text)), bits(value)) << text;
    // The exact middle, which goes to the even neighbour.
    double middle = (static_cast<double>(value) + static_cast<double>(above)) / 2;
    std::snprintf(text, sizeof text, "%.200e", middle);
    ASSERT_EQ(bits(toF32(text)), raw % 2 == 0 ? raw : raw - 1) << text;
    ++compared;
  }
  EXPECT_GT(compared, 20000u);
}

TEST(Numbers, I32TakesLowBitsOfTheTruncatedValue) {
  EXPECT_EQ(toI32("0"), 0);
  EXPECT_EQ(toI32("-0"), 0);
  EXPECT_EQ(toI32("2147483647"), 2147483647);
  EXPECT_EQ(toI32("-2147483648"), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(toI32("2147483648"), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(toI32("4294967295"), -1);
  EXPECT_EQ(toI32("4294967296"), 0);
  EXPECT_EQ(toI32("9223372036854775807"), -1);
  EXPECT_EQ(toI32("-9223372036854775808"), 0);
  EXPECT_EQ(toI32("9223372036854775809"), 1) << "beyond i64";
  EXPECT_EQ(toI32("-9223372036854775809"), -1);
  EXPECT_EQ(toI32("1.9"), 1);
  EXPECT_EQ(toI32("-1.9"), -1);
  EXPECT_EQ(toI32("-0.9"), 0);
  EXPECT_EQ(toI32("12345e-4"), 1);
  EXPECT_EQ(toI32("1.5e1"), 15);
  EXPECT_EQ(toI32("0.00123E+6"), 1230);
  EXPECT_EQ(toI32("1e9"), 1000000000);
  EXPECT_EQ(toI32("1e10"), 1410065408);
  EXPECT_EQ(toI32("1e31"), static_cast<std::int32_t>(0x80000000u));
  EXPECT_EQ(toI32("1e32"), 0);
  EXPECT_EQ(toI32("1e400"), 0);
  EXPECT_EQ(toI32("-1e999999999999999999999999"), 0);
  EXPECT_EQ(toI32("7e-999999999999999999999999"), 0);
}

TEST(Numbers, TotalOrderTellsTheZerosApart) {
  EXPECT_TRUE(totalLess(-0.0f, 0.0f));
  EXPECT_FALSE(totalLess(0.0f, -0.0f));
  EXPECT_FALSE(totalLess(0.0f, 0.0f));
  EXPECT_TRUE(totalLess(1.0, 2.0));
  EXPECT_FALSE(totalLess(2.0, 1.0));
  EXPECT_TRUE(totalLess(-0.0, 0.0));
  EXPECT_TRUE(totalLess(-std::numeric_limits<float>::infinity(), -1.0f));
}
