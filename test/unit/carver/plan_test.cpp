//===- plan_test.cpp - Masks with shared ways against the plain form ------===//

#include "random_carvers.h"
#include "runtime/carver/plan.h"

#include <gtest/gtest.h>

using namespace terrane::test;

namespace {

constexpr GenerationRange range{-64, 384, 63};

/// Lists in patches, as biomes have them.
u32 patchOf(i32 x, i32 z, std::size_t numLists) {
  u32 h = u32(x >> 2) * 0x9E3779B1u ^ u32(z >> 2) * 0x85EBCA77u;
  return (h >> 7) % u32(numLists);
}

/// Compares a few chunks around a place, in two orders of asking; returns how many blocks were
/// carved.
i64 compareAround(i64 seed, CarverStyle style, GenerationRange range, i32 x, i32 z) {
  CarverSet set = CarverMaker(seed, style).makeSet(1 + i32(seed % 3));
  CarverListAt listAt = [&](i32 cx, i32 cz) { return patchOf(cx, cz, set.lists.size()); };
  CarverWorld world{&set, wrapMul(seed, i64(0x9E3779B97F4A7C15ull)), range};
  CarverPlanner forth(world, listAt), back(world, listAt);
  const i32 places[][2] = {{0, 0}, {1, 0}, {1, 1}, {-3, 2}, {40, -70}, {0, 1}};
  constexpr i32 count = 6;
  std::vector<CarvingMask> plain(count), planned(count);
  i64 carved = 0;
  std::string error;
  for (i32 i = 0; i < count; ++i) {
    EXPECT_TRUE(
        plainCarvingMask(world, listAt, x + places[i][0], z + places[i][1], plain[i], error));
    EXPECT_TRUE(forth.mask(x + places[i][0], z + places[i][1], planned[i], error));
    EXPECT_EQ(plain[i].count(), planned[i].count());
    EXPECT_TRUE(plain[i] == planned[i]) << "seed " << seed << ", place " << i;
    carved += plain[i].count();
  }
  for (i32 i = count; i-- > 0;) {
    EXPECT_TRUE(back.mask(x + places[i][0], z + places[i][1], planned[i], error));
    EXPECT_TRUE(plain[i] == planned[i]) << "seed " << seed << ", backwards, place " << i;
  }
  return carved;
}

i64 compareSeeds(i32 first, i32 count, CarverStyle style, GenerationRange range) {
  i64 carved = 0;
  for (i32 seed = first; seed < first + count && !testing::Test::HasFailure(); ++seed)
    carved += compareAround(seed, style, range, 7 * seed - 90, -3 * seed + 20);
  return carved;
}

} // namespace

TEST(Planner, AgreesWithThePlainForm) {
  EXPECT_GT(compareSeeds(1, 60, {}, range), 10000);
}

TEST(Planner, AgreesWhereRadiiAreOdd) {
  EXPECT_GT(compareSeeds(1000, 60, {false, true}, range), 10000);
}

TEST(Planner, TakesThePlainFormForGaussians) {
  EXPECT_GT(compareSeeds(2000, 20, {true, false}, range), 1000);
}

TEST(Planner, AgreesInOtherRanges) {
  EXPECT_GT(compareSeeds(3000, 10, {}, {0, 128, 32}), 1000);
  compareSeeds(3100, 4, {}, {-2032, 4064, 0});
  EXPECT_EQ(compareSeeds(3200, 3, {}, {0, 0, 0}), 0);
  EXPECT_EQ(compareSeeds(3300, 3, {}, {16, 8, 0}), 0);
}

TEST(Planner, AgreesAtTheEdgesOfTheWorldAndOfTheIntegers) {
  i64 carved = 0;
  for (i32 x : {1874999, -1875000, 134217720, -134217728, 2147483600})
    carved += compareAround(4000, {}, range, x, -x / 2);
  EXPECT_GT(carved, 1000);
}

/// Sources with more than a planner keeps are walked plainly, and many of them do not add up.
TEST(Planner, BoundsItsMemory) {
  CarverSet set = CarverMaker(5, {}).makeSet(0);
  set.lists = {{0}};
  Carver &carver = set.carvers[0];
  carver.probability = 1.0f;
  carver.shape = Cave();
  auto &cave = std::get<Cave>(carver.shape);
  cave.thickness = FloatProvider::constant(1.0f);
  cave.horizontalRadius = cave.verticalRadius = FloatProvider::constant(0.8f);
  cave.floorLevel = FloatProvider::constant(-0.7f);
  CarverListAt listAt = [](i32, i32) { return 0u; };
  CarverWorld world{&set, 99, range};
  for (i32 count : {40, 500}) {
    cave.count.min = cave.count.max = count;
    CarverPlanner planner(world, listAt);
    CarvingMask plain, planned;
    std::string error;
    ASSERT_TRUE(plainCarvingMask(world, listAt, 3, -4, plain, error));
    ASSERT_TRUE(planner.mask(3, -4, planned, error));
    EXPECT_GT(plain.count(), 1000);
    EXPECT_TRUE(plain == planned) << count;
  }
}

TEST(Planner, SaysWhereTheGameFails) {
  CarverSet set = CarverMaker(6, {}).makeSet(0);
  set.lists = {{0, 0}};
  set.carvers[0].probability = 1.0f;
  set.carvers[0].y.kind = HeightProvider::Kind::WeightedList;
  set.carvers[0].shape = Canyon();
  set.carvers[0].y.parts.resize(1);
  set.carvers[0].y.totalWeight = 0; // which no reader lets through
  set.carvers[0].y.weights = {0};
  CarverListAt listAt = [](i32, i32) { return 0u; };
  CarverWorld world{&set, 1, range};
  CarvingMask mask;
  std::string plain, planned;
  EXPECT_FALSE(plainCarvingMask(world, listAt, 20, 30, mask, plain));
  EXPECT_FALSE(CarverPlanner(world, listAt).mask(20, 30, mask, planned));
  EXPECT_EQ(plain, "carver 0 of the biome of chunk 12 22 draws from an empty range");
  EXPECT_EQ(planned, plain);
}
