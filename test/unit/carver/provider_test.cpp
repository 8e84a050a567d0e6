//===- provider_test.cpp - Which providers draw, and when they fail -------===//

#include "runtime/carver/provider.h"
#include "runtime/random/worldgen_random.h"

#include <gtest/gtest.h>

using namespace terrane::rt;

namespace {

constexpr GenerationRange range{-64, 384, 63};

StartRandom seeded(i64 seed) {
  StartRandom random;
  random.setSeed(seed);
  return random;
}

/// How many steps of the generator a call takes, at most 9; -1: more.
template <typename Call> i32 draws(Call call) {
  StartRandom random = seeded(5), other = seeded(5);
  call(random);
  for (i32 n = 0; n < 10; ++n) {
    StartRandom a = random, b = other;
    if (a.nextLong() == b.nextLong())
      return n;
    other.next(32);
  }
  return -1;
}

HeightProvider height(HeightProvider::Kind kind, i32 low, i32 high, i32 inner = 1) {
  HeightProvider p;
  p.kind = kind;
  p.min = {Anchor::Absolute, low};
  p.max = {Anchor::Absolute, high};
  p.inner = inner;
  return p;
}

IntProvider ints(IntProvider::Kind kind, i32 low, i32 high) {
  IntProvider p;
  p.kind = kind;
  p.min = low;
  p.max = high;
  return p;
}

} // namespace

TEST(Providers, ConstantsDrawNothing) {
  EXPECT_EQ(draws([](StartRandom &r) { FloatProvider::constant(2.0f).sample(r); }), 0);
  EXPECT_EQ(draws([](StartRandom &r) { IntProvider().sample(r); }), 0);
  EXPECT_EQ(draws([](StartRandom &r) { HeightProvider().sample(r, range); }), 0);
  EXPECT_EQ(bitsOf(FloatProvider::constant(-0.0f).min), 0u);
}

TEST(Providers, UniformHeightsDrawUnlessTheEndsCross) {
  using Kind = HeightProvider::Kind;
  EXPECT_EQ(draws([](StartRandom &r) { height(Kind::Uniform, 5, 5).sample(r, range); }), 1);
  EXPECT_EQ(draws([](StartRandom &r) { height(Kind::Uniform, 5, 4).sample(r, range); }), 0);
  StartRandom random = seeded(1);
  EXPECT_EQ(height(Kind::Uniform, 5, 4).sample(random, range), 5);
  EXPECT_EQ(height(Kind::BiasedToBottom, 5, 9, 5).sample(random, range), 5);
  EXPECT_EQ(draws([](StartRandom &r) { height(Kind::BiasedToBottom, 5, 9, 5).sample(r, range); }),
            0);
  EXPECT_EQ(draws([](StartRandom &r) { height(Kind::BiasedToBottom, 5, 9, 4).sample(r, range); }),
            2);
}

TEST(Providers, AnchorsReferToTheRange) {
  EXPECT_EQ(range.resolve({Anchor::Absolute, 7}), 7);
  EXPECT_EQ(range.resolve({Anchor::AboveBottom, 8}), -56);
  EXPECT_EQ(range.resolve({Anchor::BelowTop, 3}), 316);
  EXPECT_EQ(range.resolve({Anchor::RelativeToSeaLevel, -3}), 60);
  TerrainSettings settings{};
  settings.minY = -64;
  settings.height = 192;
  settings.seaLevel = 32;
  GenerationRange cut = GenerationRange::of(settings, {0, 256});
  EXPECT_EQ(cut.minY, 0);
  EXPECT_EQ(cut.height, 192) << "taken separately";
}

TEST(Providers, EmptyRangesFail) {
  StartRandom random = seeded(1);
  ints(IntProvider::Kind::Uniform, 0, 3).sample(random);
  EXPECT_FALSE(random.failed());
  ints(IntProvider::Kind::Uniform, -2147483647 - 1, 2147483647).sample(random);
  EXPECT_TRUE(random.failed());
}

/// Weighted choices and trapezoids, draw by draw (1.5 and 1.6).
TEST(Providers, AgreeWithTheFormulas) {
  IntProvider list;
  list.kind = IntProvider::Kind::WeightedList;
  list.parts = {ints(IntProvider::Kind::Constant, 10, 10),
                ints(IntProvider::Kind::Constant, 20, 20),
                ints(IntProvider::Kind::Constant, 30, 30)};
  list.weights = {1, 0, 2};
  list.totalWeight = 3;
  IntProvider ramp = ints(IntProvider::Kind::Trapezoid, -5, 18);
  ramp.plateau = 6;
  HeightProvider heights = height(HeightProvider::Kind::Trapezoid, -20, 30);
  heights.plateau = 7;
  StartRandom random = seeded(9), plain = seeded(9);
  for (i32 n = 0; n < 1000; ++n) {
    ASSERT_EQ(list.sample(random), plain.nextInt(3) < 1 ? 10 : 30);
    i32 a = (23 - 6) / 2, first = plain.nextInt(23 - a + 1), second = plain.nextInt(a + 1);
    ASSERT_EQ(ramp.sample(random), -5 + first + second);
    a = (50 - 7) / 2, first = plain.nextInt(50 - a + 1), second = plain.nextInt(a + 1);
    ASSERT_EQ(heights.sample(random, range), -20 + first + second);
  }
}

/// `N` of 1.6: no draw where only one height is left.
TEST(Providers, VeryBiasedHeightsDrawOnlyWhereThereIsAChoice) {
  HeightProvider two = height(HeightProvider::Kind::VeryBiasedToBottom, 5, 6);
  EXPECT_EQ(draws([&](StartRandom &r) { EXPECT_EQ(two.sample(r, range), 5); }), 0);
  HeightProvider three = height(HeightProvider::Kind::VeryBiasedToBottom, 5, 7);
  EXPECT_GE(draws([&](StartRandom &r) { three.sample(r, range); }), 1);
}

TEST(Providers, KnowTheirBoundsAndGaussians) {
  IntProvider list;
  list.kind = IntProvider::Kind::WeightedList;
  list.parts = {ints(IntProvider::Kind::Uniform, 3, 9), ints(IntProvider::Kind::Uniform, -4, 1)};
  list.weights = {1, 0};
  list.totalWeight = 1;
  EXPECT_EQ(list.lowest(), -4) << "also of weight 0";
  EXPECT_EQ(list.highest(), 9);
  IntProvider clamped = ints(IntProvider::Kind::Clamped, -2, 5);
  clamped.parts = {list};
  EXPECT_EQ(clamped.lowest(), -2);
  EXPECT_EQ(clamped.highest(), 5);
  EXPECT_FALSE(clamped.usesGaussian());
  clamped.parts[0].parts[1].kind = IntProvider::Kind::ClampedNormal;
  EXPECT_TRUE(clamped.usesGaussian());
}

/// The start generator is the wrapper around a legacy generator, its cached Gaussian included.
TEST(StartRandom, IsTheWrapper) {
  WorldgenRandom wrapper{Random(Legacy(0))};
  StartRandom start = seeded(0);
  for (i32 n = 0; n < 50; ++n) {
    i32 x = 31 * n - 700, z = 1874999 - n;
    wrapper.setLargeFeatureSeed(77 + n % 3, x, z);
    start.setSeed(StartSeeds(77, n % 3).at(x, z));
    EXPECT_EQ(wrapper.nextGaussian(), start.nextGaussian());
    EXPECT_EQ(wrapper.nextInt(16), start.nextInt(16));
    EXPECT_EQ(wrapper.nextInt(7), start.nextInt(7));
    EXPECT_EQ(wrapper.nextFloat(), start.nextFloat());
    EXPECT_EQ(wrapper.nextLong(), start.nextLong());
  }
}
