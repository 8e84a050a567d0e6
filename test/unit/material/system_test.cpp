//===- system_test.cpp - Noises and generators of the material step (spec 40, 2 and 5) -===//

#include "runtime/material/system.h"

#include "../runtime/reference.h"
#include "runtime/material/context.h"
#include "support.h"
#include <gtest/gtest.h>
#include <limits>

using namespace terrane;
using namespace terrane::rt;
using namespace terrane::test;

namespace {

std::string text(const ClayBands &bands) {
  std::string s;
  for (u8 band : bands)
    s += ".oybrwl"[band];
  return s;
}

TEST(ClayBands, CheckValues) {
  EXPECT_EQ(text(makeClayBands(WorldRandom(12345, false).named("minecraft:clay_bands"))),
            "wrr..o...lwl....lwlbo..wl..bbo.bbbo.o..o.lwl...o.lwbbbb...yyyybb"
            "blwo...o.o....o....owlo.o...o...o..yy.lwo....olw.y.orlw..o...r.."
            ".o.o.lwbbo..o..yyrr...owlyylwlbrrr..o....o....bbbb.o.oyyyy.....o");
  EXPECT_EQ(text(makeClayBands(WorldRandom(12345, true).named("minecraft:clay_bands"))),
            "wl...o..lw.olwlo..bb.lw.o.w..bbblwy...o.lwl.obbb.wlbb.o....o.lwl"
            "b.obbboy..yy...obbb..o.o.....oyyyobbrry.bb.o....o...or..yyy....b"
            "bbbbbo..yrrr...o..yo....o....yy.y..o..o...yo...or..rro..r..o...o");
}

TEST(ClayBands, NoWrapAroundBelowTheBands) {
  TestSettings settings;
  MaterialSystem system(1, settings.terrain);
  auto state = [&](i32 index) { return i32(Terracotta + system.clayBands()[index]); };
  EXPECT_EQ(system.band(-192, 0), state(0));
  EXPECT_EQ(system.band(-193, 0), noState);
  EXPECT_EQ(system.band(-193, 1), state(0));
  EXPECT_EQ(system.band(-100, -93), noState);
  EXPECT_EQ(system.band(-384, 0), state(0)); // the remainder of a multiple is 0
  EXPECT_EQ(system.band(0, 0), state(0));
  EXPECT_EQ(system.band(191, 0), state(191));
  EXPECT_EQ(system.band(192, -1), state(191));
  // i32 sums wrap; -2147483457 rem 192 is -129.
  EXPECT_EQ(system.band(0, std::numeric_limits<i32>::max()), noState);
}

TEST(MaterialSystem, DrawBits) {
  const u32 expected[2][3] = {{0x3F5CA490, 0x3F2E1B83, 0x3F26CCDC},
                              {0x3F276390, 0x3ECB8606, 0x3E563AE0}};
  const u32 deepslate[2] = {0x3EB36C08, 0x3F02BABF};
  for (int legacy = 0; legacy < 2; ++legacy) {
    TestSettings settings;
    settings.terrain.legacyRandomSource = legacy;
    MaterialSystem system(12345, settings.terrain);
    f32 floats[3];
    system.oreFloats(100, -20, -77, floats);
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(bitsOf(floats[i]), expected[legacy][i]) << legacy << ' ' << i;
    Random random = system.random().positional("minecraft:deepslate").at(100, 5, -77);
    EXPECT_EQ(bitsOf(random.nextFloat()), deepslate[legacy]);
  }
}

TEST(MaterialSystem, NoisesAreSeededByTheirIds) {
  TestSettings settings;
  MaterialSystem system(99, settings.terrain);
  WorldRandom world(99, false);
  for (i32 i = 0; i < numSystemNoises; ++i) {
    auto noise = makeNoiseFor(world, settings.ids[i], settings.parameters[i], false);
    ASSERT_TRUE(noise);
    EXPECT_EQ(system.noise(SystemNoise(i), 12.5, 3.25, -71.0),
              stackGet(noise->view(), 12.5, 3.25, -71.0));
  }
}

/// The parameters of the game's noises, or nothing without an export of its data.
std::optional<std::array<NoiseParameters, numSystemNoises>> exportedParameters() {
  std::array<NoiseParameters, numSystemNoises> all;
  for (int i = 0; i < numSystemNoises; ++i) {
    std::string name =
        std::string("vanilla/26.3/data/minecraft/worldgen/noise/") + systemNoiseNames[i] + ".json";
    auto json = readReference(name.c_str());
    if (!json)
      return std::nullopt;
    all[i].baseOctave = json->at("base_octave");
    all[i].octaveCount = json->value("octave_count", 1);
    all[i].baseAmplitude = json->value("base_amplitude", 1.0);
    all[i].amplitudeModifiers = json->value("amplitude_modifiers", std::vector<double>());
    if (json->contains("normalize"))
      throw std::runtime_error(name + ": the test expects no key `normalize`");
  }
  return all;
}

TEST(MaterialSystem, CheckValuesOfColumns) {
  auto parameters = exportedParameters();
  if (!parameters)
    GTEST_SKIP() << "no export of the game's data: vanilla/26.3";
  struct Values {
    i32 depth;
    u32 secondary;
    char band;
  };
  struct Row {
    i32 x, z;
    Values values[2];
  };
  const Row rows[] = {
      {0, 0, {{3, 0xBE00B95E, 'y'}, {3, 0x3BCAA49C, 'r'}}},
      {100, -77, {{3, 0xBEC12259, '.'}, {3, 0x3C5D70E0, 'y'}}},
      {-4865, -4480, {{2, 0x3E2A06C9, '.'}, {1, 0xBEEA21BB, 'b'}}},
      {1000000, 2000001, {{3, 0xBEF2A326, 'l'}, {2, 0x3ED8057C, 'r'}}},
      {-29999984, 29999984, {{2, 0xBE556677, 'l'}, {1, 0x3EC16931, 'b'}}},
  };
  for (int legacy = 0; legacy < 2; ++legacy) {
    TestSettings settings(*parameters);
    settings.terrain.legacyRandomSource = legacy;
    MaterialSystem system(12345, settings.terrain);
    for (const Row &row : rows) {
      const Values &expected = row.values[legacy];
      EXPECT_EQ(system.surfaceDepth(row.x, row.z), expected.depth);
      EXPECT_EQ(system.surfaceSecondary(row.x, row.z), f64(fromBits(expected.secondary)));
      i32 band = system.band(100, system.bandOffset(row.x, row.z));
      EXPECT_EQ(".oybrwl"[band - Terracotta], expected.band) << row.x << ' ' << row.z;
    }
  }
}

} // namespace
