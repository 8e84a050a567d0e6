//===- climate_test.cpp - Quantisation and distances (spec 50, 2 and 3) ---===//

#include "runtime/biome/climate.h"
#include <gtest/gtest.h>
#include <limits>

using namespace terrane::rt;

namespace {

constexpr i64 minI64 = std::numeric_limits<i64>::min(), maxI64 = std::numeric_limits<i64>::max();

TEST(Climate, QuantizesTowardsZero) {
  EXPECT_EQ(quantizeClimate(-0.78f), -7799);
  EXPECT_EQ(quantizeClimate(0.93333334f), 9333);
  EXPECT_EQ(quantizeClimate(0.7666667f), 7666);
  EXPECT_EQ(quantizeClimate(0.00009f), 0);
  EXPECT_EQ(quantizeClimate(-0.00009f), 0);
  EXPECT_EQ(quantizeClimate(-2.0f), -20000);
}

TEST(Climate, QuantizationSaturates) {
  const f32 infinity = std::numeric_limits<f32>::infinity();
  EXPECT_EQ(quantizeClimate(fromBits(0x7FC00000u)), 0);
  EXPECT_EQ(quantizeClimate(infinity), maxI64);
  EXPECT_EQ(quantizeClimate(-infinity), minI64);
  EXPECT_EQ(quantizeClimate(1e15f), maxI64);
  EXPECT_EQ(quantizeClimate(3e38f), maxI64); // the product overflows f32
  EXPECT_EQ(quantizeClimate(-3e38f), minI64);
}

TEST(Climate, SomeIntegersDoNotComeBack) {
  int changed = 0;
  for (i64 q = -20000; q <= 20000; ++q) {
    i64 back = quantizeClimate(unquantizeClimate(q));
    if (back == q)
      continue;
    ++changed;
    EXPECT_EQ(back, q < 0 ? q + 1 : q - 1);
  }
  EXPECT_EQ(changed, 2286);
  EXPECT_EQ(quantizeClimate(unquantizeClimate(-16383)), -16382);
}

TEST(Climate, Distances) {
  EXPECT_EQ(intervalDistance(5, -3, 5), 0);
  EXPECT_EQ(intervalDistance(7, -3, 5), 2);
  EXPECT_EQ(intervalDistance(-7, -3, 5), 4);
  ClimateBox box = {{0, 0, 0, 0, 0, 0, 30}, {10, 10, 10, 10, 10, 10, 30}};
  EXPECT_EQ(boxDistance(box, {{5, 0, 10, 1, 2, 3}}), 900); // the offset alone
  EXPECT_EQ(boxDistance(box, {{12, -3, 10, 1, 2, 3}}), 900 + 4 + 9);
}

TEST(Climate, DistancesWrap) {
  EXPECT_EQ(intervalDistance(minI64, -3, 5), 0x7FFFFFFFFFFFFFFFll - 4); // t - hi has wrapped
  ClimateBox box = {};
  ClimateTarget far = {{3037000500, 0, 0, 0, 0, 0}};
  EXPECT_EQ(boxDistance(box, far), i64(3037000500ull * 3037000500ull));
  EXPECT_LT(boxDistance(box, far), 0);
}

} // namespace
