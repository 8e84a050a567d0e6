//===- temperature_test.cpp - The temperature of a biome at a block (spec 40, 10) -===//

#include "runtime/material/temperature.h"

#include "runtime/math/java.h"
#include "runtime/noise/simplex_build.h"
#include <gtest/gtest.h>
#include <limits>

using namespace terrane::rt;

namespace {

TEST(Temperature, CheckValues) {
  struct Row {
    i32 x, y, z;
    u32 plain, frozen;
  };
  const Row rows[] = {
      {0, 80, 0, 0x3E800000, 0x3E4CCCCD},
      {0, 81, 0, 0x3E7EB852, 0x3E4B851F},
      {100, 150, -77, 0x3E25005B, 0x3DE39A50},
      {-4865, 319, -4480, 0xBD5F8BA8, 0xBDD62C3A},
      {1000000, 200, 2000001, 0x3DC8A6BC, 0x3D4480AC},
      {20000003, 100, -20000005, 0x3E666666, 0x3E333333},
  };
  TemperatureNoise noise;
  for (const Row &row : rows) {
    EXPECT_EQ(bitsOf(noise.at({"", 0.25f, false}, row.x, row.y, row.z, 63)), row.plain)
        << row.x << ' ' << row.y << ' ' << row.z;
    EXPECT_EQ(bitsOf(noise.at({"", 0.0f, true}, row.x, row.y, row.z, 63)), row.frozen)
        << row.x << ' ' << row.y << ' ' << row.z;
  }
}

TEST(Temperature, FrozenPatchesAreSomewhereButNotEverywhere) {
  TemperatureNoise noise;
  int frozen = 0, other = 0;
  for (i32 x = 0; x < 2000; x += 40)
    for (i32 z = 0; z < 2000; z += 40) {
      f32 t = noise.at({"", 0.75f, true}, x, 63, z, 63);
      ASSERT_TRUE(t == 0.75f || t == 0.2f);
      ++(t == 0.2f ? frozen : other);
    }
  EXPECT_GT(frozen, 100);
  EXPECT_GT(other, 100);
}

/// Spec 40, 10, literally; near both thresholds, too.
TEST(Temperature, FrozenPatchesAreWhereTheFormulaSays) {
  auto build = [](i64 seed) {
    Random random = Legacy(seed);
    return buildSimplex(random, /*discardOffset=*/true);
  };
  SimplexTable ice = build(2345), patches[3];
  Random shared = Legacy(3456);
  for (SimplexTable &patch : patches)
    patch = buildSimplex(shared, /*discardOffset=*/true);
  TemperatureNoise noise;
  int below = 0, above = 0, warm = 0;
  for (i32 x = -3000; x < 3000; x += 37)
    for (i32 z = -3000; z < 3000; z += 41) {
      f32 patch = 0.0f;
      const f32 amplitudes[3] = {0x1.24924ap-3f, 0x1.24924ap-2f, 0x1.24924ap-1f};
      for (int i = 0; i < 3; ++i)
        patch = patch + amplitudes[i] * simplexGet2(patches[i], f64(x) * 0.05 / f64(1 << i),
                                                    f64(z) * 0.05 / f64(1 << i));
      f64 sum = f64(patch * 7.0f) + f64(simplexGet2(ice, f64(x) * 0.2, f64(z) * 0.2));
      f64 wide = f64(simplexGet2(ice, f64(x) * 0.09, f64(z) * 0.09));
      f32 expected = sum < 0.3 && wide < 0.8 ? 0.2f : 0.75f;
      ASSERT_EQ(noise.at({"", 0.75f, true}, x, 63, z, 63), expected) << x << ' ' << z;
      below += sum > 0.2 && sum < 0.3;
      above += sum > 0.3 && sum < 0.4;
      warm += sum < 0.3 && wide >= 0.8;
    }
  EXPECT_GT(below, 10);
  EXPECT_GT(above, 10);
  EXPECT_GT(warm, 10);
}

TEST(Temperature, HeightCountsStrictlyAboveSeaLevelAndSeventeen) {
  TemperatureNoise noise;
  Biome biome{"", 0.5f, false};
  EXPECT_EQ(noise.at(biome, 8, 17, 8, 0), 0.5f);
  EXPECT_NE(noise.at(biome, 8, 18, 8, 0), 0.5f);
  // The sum wraps: all blocks are above the limit then.
  EXPECT_NE(noise.at(biome, 8, -60, 8, std::numeric_limits<i32>::max()), 0.5f);
}

TEST(Temperature, Thresholds) {
  EXPECT_FALSE(isCold(fromBits(0x3E19999Au)));
  EXPECT_TRUE(isCold(fromBits(0x3E199999u)));
  EXPECT_TRUE(isCold(std::numeric_limits<f32>::quiet_NaN()));
  EXPECT_FALSE(meltsIcebergs(fromBits(0x3DCCCCCDu)));
  EXPECT_TRUE(meltsIcebergs(fromBits(0x3DCCCCCEu)));
  EXPECT_FALSE(meltsIcebergs(std::numeric_limits<f32>::quiet_NaN()));
}

} // namespace
