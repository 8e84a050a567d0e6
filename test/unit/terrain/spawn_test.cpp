//===- spawn_test.cpp - The search for the world's origin (spec 30, 10) ---===//

#include "fakes.h"
#include "runtime/chunk/spawn.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace terrane;
using namespace terrane::test;

namespace {

TEST(WorldOrigin, WithoutTargetsNothingIsAsked) {
  FakeContext context = constantContext(0.0f);
  WorldOrigin origin = findWorldOrigin({}, context);
  EXPECT_EQ(origin.x, 0);
  EXPECT_EQ(origin.z, 0);
  EXPECT_TRUE(context.calls.empty());
}

TEST(WorldOrigin, FitsAtOnce) {
  FakeContext context = constantContext(0.0f);
  // Every place fits; the nearest one is the start.
  WorldOrigin origin = findWorldOrigin({{{0, -10, 10}}}, context);
  EXPECT_EQ(origin.x, 0);
  EXPECT_EQ(origin.z, 0);
  // The start, 86 places of the first pass, 840 of the second.
  EXPECT_EQ(context.calls.size(), 928u);
  for (const FakeContext::Call &call : context.calls) {
    EXPECT_EQ(call.y, 0);
    EXPECT_EQ(call.x & 3, 0);
    EXPECT_EQ(call.z & 3, 0);
  }
}

TEST(WorldOrigin, GoesWhereItFits) {
  FakeContext context = constantContext(0.0f);
  // Distances in blocks / 10000 from x = 1100: the least misfit dominates the distance from (0, 0).
  context.functions[0] = [](i32 x, i32, i32) { return f32(x - 1100) / 10000.0f; };
  WorldOrigin origin = findWorldOrigin({{{0, 0, 0}}}, context);
  EXPECT_NEAR(origin.x, 1100, 4);
  // Of two targets the better one counts, of one target the sum of its terms; NaN counts as 0.
  context.functions[1] = [](i32, i32, i32) { return std::numeric_limits<f32>::quiet_NaN(); };
  origin = findWorldOrigin({{{0, 0, 0}}, {{1, 0, 0}}}, context);
  EXPECT_EQ(origin.x, 0);
  origin = findWorldOrigin({{{0, 0, 0}, {1, 5, 9}}}, context);
  EXPECT_NEAR(origin.x, 1100, 4);
}

/// What spawn.cpp says of the places: the angles do not depend on the world.
TEST(WorldOrigin, PlacesAreFarFromIntegers) {
  i32 products = 0;
  for (f32 step : {512.0f, 32.0f}) {
    f32 maxRadius = step == 512.0f ? 2048.0f : 512.0f, angle = 0.0f, radius = step;
    while (radius <= maxRadius) {
      for (f64 part : {std::sin(f64(angle)), std::cos(f64(angle))}) {
        f64 product = part * f64(radius);
        if (angle != 0.0f)
          EXPECT_GT(std::abs(product - std::nearbyint(product)), 1e-5);
        ++products;
      }
      angle += step / radius;
      if (f64(angle) > 6.283185307179586) {
        angle = 0.0f;
        radius += step;
      }
    }
  }
  EXPECT_EQ(products, 2 * 927);
}

} // namespace
