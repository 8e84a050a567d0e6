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
  // The start, 65 places of the first pass, 862 of the second.
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

/// Of two places that fit equally well and are equally far, the one that is visited first.
TEST(WorldOrigin, TheFirstOfEqualPlacesWins) {
  struct Place {
    i32 x, z;
    i64 square() const { return i64(x) * x + i64(z) * z; }
    bool inCellOf(Place o) const { return (x & ~3) == (o.x & ~3) && (z & ~3) == (o.z & ~3); }
  };
  // The places of the second pass around (0, 0).
  std::vector<Place> places;
  for (f32 angle = 0.0f, radius = 32.0f; radius <= 512.0f;) {
    places.push_back(
        {toI32(std::sin(f64(angle)) * f64(radius)), toI32(std::cos(f64(angle)) * f64(radius))});
    angle += 32.0f / radius;
    if (f64(angle) > 6.283185307179586)
      angle = 0.0f, radius += 32.0f;
  }
  ASSERT_EQ(places.size(), 862u);
  i32 compared = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      Place first = places[i], second = places[j];
      if (first.square() != second.square() || first.inCellOf(second))
        continue;
      // Nothing else fits but what shares their cells, and is no nearer.
      bool alone = true;
      for (Place other : places)
        alone &= other.square() > first.square() ||
                 (!other.inCellOf(first) && !other.inCellOf(second)) ||
                 (other.x == first.x && other.z == first.z) ||
                 (other.x == second.x && other.z == second.z);
      if (!alone || ++compared > 5)
        continue;
      FakeContext context = constantContext(0.0f);
      context.functions[0] = [&](i32 x, i32, i32 z) {
        Place at = {x, z};
        return at.inCellOf(first) || at.inCellOf(second) ? 0.0f : 1.0f;
      };
      WorldOrigin origin = findWorldOrigin({{{0, 0, 0}}}, context);
      EXPECT_EQ(origin.x, first.x);
      EXPECT_EQ(origin.z, first.z);
    }
  EXPECT_GT(compared, 0);
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
