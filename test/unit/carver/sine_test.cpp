//===- sine_test.cpp - The game's sine table (spec 60, 3) -----------------===//

#include "runtime/carver/sine.h"

#include <gtest/gtest.h>
#include <limits>

using namespace terrane::rt;

TEST(Sine, HasTheCheckValues) {
  EXPECT_EQ(bitsOf(sineTable()[32768]), 0x250D3132u);
  EXPECT_EQ(bitsOf(sineTable()[16384]), 0x3F800000u);
  Sine sine;
  EXPECT_EQ(bitsOf(sine.cos(1.0)), 0x3F0A5341u);
  EXPECT_EQ(bitsOf(sine.cos(-1.0)), 0x3F0A4DF7u) << "the cosine is not even";
  EXPECT_EQ(sine.sin(f64(halfPif)), 1.0f) << "what a room's radius relies on";
}

TEST(Sine, CutsAnglesTowardsZeroAndWraps) {
  Sine sine;
  EXPECT_EQ(bitsOf(sine.sin(-1e-5)), 0u) << "entry 0";
  EXPECT_EQ(sine.sin(-1.5 / 10430.378350470453), sineTable()[65535]);
  const f64 inf = std::numeric_limits<f64>::infinity();
  EXPECT_EQ(sine.sin(inf), sineTable()[65535]);
  EXPECT_EQ(sine.sin(-inf), sineTable()[0]);
  EXPECT_EQ(sine.cos(std::numeric_limits<f64>::quiet_NaN()), sineTable()[0]);
}
