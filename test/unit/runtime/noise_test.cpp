//===- noise_test.cpp - Noises, their numbers and their tables (spec 20, 3 to 10) -===//

#include "runtime/noise/blended.h"
#include "runtime/noise/end_islands.h"
#include "runtime/noise/noise.h"
#include "runtime/noise/perlin_build.h"
#include "runtime/noise/simplex_build.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace terrane::rt;

namespace {

NoiseParameters parameters(i32 base, const std::vector<double> &modifiers, double amplitude = 1.0) {
  NoiseParameters p;
  p.baseOctave = base;
  p.octaveCount = i32(modifiers.size());
  p.baseAmplitude = amplitude;
  p.amplitudeModifiers = modifiers;
  return p;
}

/// The overworld's ridge noise in the world of seed 42.
Noise ridge() {
  return makeNoise(WorldRandom(42, false).named("minecraft:ridge"),
                   parameters(-7, {1, 2, 1, 0, 0, 0}, 0.9147152149950137));
}

TEST(NoiseNumbers, OfOneOctave) {
  NoiseParameters p; // one octave, index 0, amplitude 1
  NoiseNumbers n = deriveNoiseNumbers(p);
  ASSERT_EQ(n.octaves.size(), 1u);
  EXPECT_EQ(n.octaves[0].frequency, 1.0);
  EXPECT_EQ(n.octaves[0].amplitude, 1.0); // 2^0 / (2^1 - 1)
  EXPECT_EQ(n.target, 1.0);
  EXPECT_EQ(n.range, 2.0f);
}

TEST(NoiseNumbers, ZeroModifiersKeepHalvingAndDoubling) {
  NoiseNumbers n = deriveNoiseNumbers(parameters(-2, {0, 3, 0, 1}));
  ASSERT_EQ(n.octaves.size(), 2u);
  f64 quotient = 8.0 / 15.0;
  EXPECT_EQ(n.octaves[0].index, -1);
  EXPECT_EQ(n.octaves[0].frequency, 0.5);
  EXPECT_EQ(n.octaves[0].amplitude, quotient * 0.5 * 3);
  EXPECT_EQ(n.octaves[1].index, 1);
  EXPECT_EQ(n.octaves[1].frequency, 2.0);
  EXPECT_EQ(n.octaves[1].amplitude, quotient * 0.125);
}

TEST(NoiseNumbers, NormalizationOffStillHasAFactor) {
  NoiseParameters p = parameters(0, {1, 1});
  p.normalize = Normalize::Off;
  NoiseNumbers n = deriveNoiseNumbers(p);
  EXPECT_EQ(n.octaves[0].amplitude, 1.0);
  EXPECT_EQ(n.target, 1.5);
  EXPECT_GT(n.normalizationFactor, 0.0);
}

TEST(NoiseNumbers, AllZero) {
  NoiseNumbers n = deriveNoiseNumbers(parameters(0, {0, 0}));
  EXPECT_TRUE(n.octaves.empty());
  EXPECT_EQ(n.normalizationFactor, 0.0);
  EXPECT_EQ(n.range, 0.0f);
  Noise noise = makeNoise(Legacy(1), parameters(0, {0, 0}));
  EXPECT_EQ(bitsOf(stackGet(noise.view(), 1.5, 2.5, 3.5)), 0u);
}

TEST(NoiseNumbers, Legacy) {
  NoiseParameters p = parameters(-8, {0, 1, 0.25}, 0.75);
  p.normalize = Normalize::Legacy;
  NoiseNumbers n = deriveNoiseNumbers(p);
  EXPECT_EQ(n.normalizationFactor, ((0.75 * 0.5) * 0.3333333333333333) / (0.1 * (1.0 + 1.0 / 2.0)));
  EXPECT_EQ(bitsOf(n.range), 0x3ED34565u);
}

TEST(Perlin, WrapsCoordinates) {
  const f64 limit = 0x1.fffffffffffffp+23;
  const f64 infinity = std::numeric_limits<f64>::infinity();
  EXPECT_EQ(wrapCoordinate(-limit), -limit);
  EXPECT_EQ(wrapCoordinate(limit), -16777216.0);
  EXPECT_EQ(wrapCoordinate(16777216.0), -16777216.0);
  EXPECT_EQ(wrapCoordinate(-16777216.0), -16777216.0);
  EXPECT_EQ(wrapCoordinate(16777217.0), -16777215.0);
  EXPECT_EQ(wrapCoordinate(33554432.0 * 5 + 1.25), 1.25);
  EXPECT_EQ(wrapCoordinate(1e300), 0.0);
  EXPECT_EQ(bitsOf(wrapCoordinate(-0.0)), 0x8000000000000000ull);
  EXPECT_TRUE(isNaN(wrapCoordinate(infinity)));
  EXPECT_TRUE(isNaN(wrapCoordinate(std::numeric_limits<f64>::quiet_NaN())));
}

/// The branches stand for the table of spec 20, 5.3.
TEST(Perlin, GradientsAreThoseOfTheTable) {
  const int table[16][3] = {{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0},
                            {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
                            {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1},
                            {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1}};
  f32 x = 0.3f, y = -0.7f, z = 0.11f;
  for (int h = 0; h < 65536; ++h) {
    const int *g = table[h & 15];
    EXPECT_EQ(gradientDot(h, x, y, z), (f32(g[0]) * x + f32(g[1]) * y) + f32(g[2]) * z) << h;
    if (h < 12) {
      EXPECT_EQ(simplexCorner(h, 0.1, 0.2, 0.3, 0.6),
                std::pow(((0.6 - 0.1 * 0.1) - 0.2 * 0.2) - 0.3 * 0.3, 2) *
                    std::pow(((0.6 - 0.1 * 0.1) - 0.2 * 0.2) - 0.3 * 0.3, 2) *
                    ((g[0] * 0.1 + g[1] * 0.2) + g[2] * 0.3))
          << h;
    }
  }
}

TEST(Perlin, TableIsAPermutation) {
  Random random = Legacy(3);
  PerlinTable table = buildPerlin(random);
  std::vector<int> seen(256);
  for (u8 v : table.perm)
    ++seen[v];
  EXPECT_EQ(seen, std::vector<int>(256, 1));
  // A value of the reference vectors.
  EXPECT_EQ(bitsOf(perlinGet(table, 0.0, fromBits(0xBE112E0BE826D695ull), -0.5)), 0x3E3A66D2u);
}

TEST(Perlin, CellsAreFloors) {
  Random random = Legacy(5);
  const f64 edges[] = {0.0, -0.0, 0x1p-1074, -0x1p-1074, 0x1p-60, -0x1p-60, 0.5, 1.5, 0x1p25};
  int below = 0, above = 0;
  for (int n = 0; n < 400000; ++n) {
    // Anywhere, or a little beside a whole number or half of one.
    f64 wrapped = (random.nextDouble() - 0.5) * 0x1p25;
    if (n % 4 == 1)
      wrapped = f64(random.nextInt(1 << 25) - (1 << 24)) / 2.0 + edges[n / 4 % 7];
    else if (n % 4 == 2)
      wrapped = std::nextafter(f64(random.nextInt(64) - 32) / 2.0, n % 8 == 2 ? 100.0 : -100.0);
    else if (n % 4 == 3)
      wrapped = (n % 8 == 3 ? 1.0 : -1.0) * edges[n / 8 % std::size(edges)];
    const f64 offset = n % 3 == 0 ? 0.0 : random.nextDouble() * 256.0;
    const LatticeAxis axis = latticeAxis(wrapped, offset);
    const f64 c = wrapped + offset;
    const i32 cell = floorI(c);
    ASSERT_EQ(axis.cell, cell) << c;
    ASSERT_EQ(bitsOf(axis.rest), bitsOf(c - f64(cell))) << c;
    (axis.rest < 0.5 ? below : above) += 1;
  }
  EXPECT_GT(below, 50000);
  EXPECT_GT(above, 50000);
  EXPECT_TRUE(isNaN(latticeAxis(std::numeric_limits<f64>::quiet_NaN(), 1.0).rest));
}

TEST(Perlin, CoordinatesAreWrappedTogetherAsAlone) {
  constexpr f64 infinity = std::numeric_limits<f64>::infinity();
  const f64 values[] = {0.0,
                        -0.0,
                        3.25,
                        0x1.fffffffffffffp+23,
                        -0x1.fffffffffffffp+23,
                        0x1p24,
                        -0x1p24,
                        1e9 + 0.3,
                        -1e300,
                        infinity,
                        -infinity,
                        std::numeric_limits<f64>::quiet_NaN()};
  auto same = [](f64 a, f64 b) { return isNaN(a) ? isNaN(b) : bitsOf(a) == bitsOf(b); };
  for (f64 x : values)
    for (f64 y : values)
      for (f64 z : values) {
        f64 wx = x, wy = y, wz = z;
        wrapCoordinates(wx, wy, wz);
        EXPECT_TRUE(same(wx, wrapCoordinate(x)) && same(wy, wrapCoordinate(y)) &&
                    same(wz, wrapCoordinate(z)))
            << x << " " << y << " " << z;
      }
}

TEST(Perlin, PositionMayRoundUpToOne) {
  PerlinTable table = {};
  LatticeAxis axis = latticeAxis(-1e-12, 0.0);
  EXPECT_EQ(axis.cell, -1);
  EXPECT_LT(axis.rest, 1.0);
  EXPECT_EQ(f32(axis.rest), 1.0f);
  EXPECT_EQ(perlinGet(table, -1e-12, 0.0, 0.0), perlinGet(table, 0.0, 0.0, 0.0));
}

TEST(Smeared, WholeWidthsLeaveNoSmear) {
  Random random = Legacy(4);
  PerlinTable table = buildPerlin(random);
  // As wide as the cell and more: the gradients see the position itself.
  EXPECT_EQ(smearedGet(table, 2.0, 0.5, 0.3, 0.4, 0.5), perlinGet(table, 0.3, 0.4, 0.5));
  // A fine smear changes the value, and less so the finer.
  EXPECT_NE(smearedGet(table, 0.25, 4.0, 0.3, 1000.4, 0.5), perlinGet(table, 0.3, 1000.4, 0.5));
}

TEST(Smeared, WidthsAreCountedAsByDivision) {
  constexpr f64 infinity = std::numeric_limits<f64>::infinity();
  Random random = Legacy(6);
  const f64 summand = f64(1.0E-7f);
  const f64 odd[] = {0.0,     1.0,     0x1p-1074, 0x1p-1022, 0x1p-31,   0x1p-30, 0x1p-29,
                     0x1p-20, 0x1p-19, 0x1p1000,  1e-8,      -0x1p-3,   -3.0,    infinity,
                     NAN,     1e-7,    summand,   0x1p-53,   2.0 * 0.7, 1e-300};
  int whole = 0, beside = 0;
  auto compare = [&](f64 limit, f64 width) {
    const f64 sum = limit / width + summand;
    const f64 expected = f64(floorI(sum));
    ASSERT_EQ(wholeWidths(limit, width, 1.0 / width), expected) << limit << " / " << width;
    whole += expected > 0;
    beside += absD(sum - floorD(sum + 0.5)) < 0x1p-30;
  };
  for (f64 limit : odd)
    for (f64 width : odd)
      compare(limit, width);
  for (int n = 0; n < 400000; ++n) {
    const f64 width = std::ldexp(1.0 + random.nextDouble(), -random.nextInt(24));
    f64 limit = random.nextDouble();
    // Or where the sum is a whole number, or a little beside one.
    if (n % 2) {
      limit = (f64(1 + random.nextInt(1 << random.nextInt(12))) - summand) * width;
      for (i32 step = random.nextInt(4); step > 0; --step)
        limit = std::nextafter(limit, n % 4 == 1 ? infinity : -infinity);
      limit = limit + (n % 8 < 4 ? 0.0 : width * std::ldexp(random.nextDouble() - 0.5, -28));
    }
    compare(limit, width);
  }
  EXPECT_GT(whole, 100000);
  EXPECT_GT(beside, 50000);
}

TEST(Stack, LayersAlternate) {
  Noise noise = ridge();
  ASSERT_EQ(noise.layers.size(), 6u);
  EXPECT_EQ(bitsOf(noise.range()), 0x4005CF4Du);
  EXPECT_EQ(noise.layers[0].frequency, 0x1p-7);
  EXPECT_EQ(noise.layers[1].frequency, 0x1p-7 * 1.0181268882175227);
  EXPECT_EQ(noise.layers[2].frequency, 0x1p-6);
  EXPECT_EQ(bitsOf(noise.layers[0].amplitude), 0x3F228A29u);
  EXPECT_EQ(noise.layers[0].amplitude, noise.layers[1].amplitude);
}

TEST(Stack, PathsAssociateDifferently) {
  Noise noise = ridge();
  EXPECT_EQ(bitsOf(stackGet(noise.view(), 0.0, 0.0, 0.0)), 0xBD798787u);
  i32 x = 9061265, y = 179, z = -27595678;
  f64 xz = 1.7, ys = 0.3;
  EXPECT_EQ(bitsOf(stackGet(noise.view(), f64(x) * xz, f64(y) * ys, f64(z) * xz)), 0x3DB2ECC4u);
  Volume volume;
  volume.mx = x, volume.my = y, volume.mz = z;
  f32 out = 0.0f;
  stackAddVolume(noise.view(), &out, volume, xz, ys, 1.0f);
  EXPECT_EQ(bitsOf(out), 0x3DB2ECBCu);
}

TEST(Stack, VolumeOrderIsYThenXThenZ) {
  Noise noise = ridge();
  Volume volume;
  volume.sx = 2, volume.sy = 3, volume.sz = 2;
  volume.mx = -5, volume.my = 60, volume.mz = 7;
  volume.tx = 4, volume.ty = 8, volume.tz = 2;
  std::vector<f32> out(12, 1.0f);
  stackAddVolume(noise.view(), out.data(), volume, 0.25, 0.5, 1.0f);
  for (i32 k = 0; k < 2; ++k)
    for (i32 i = 0; i < 2; ++i)
      for (i32 j = 0; j < 3; ++j) {
        f32 sum = 1.0f; // the buffer's old value is added to
        for (const NoiseLayer &layer : noise.layers)
          sum = sum + layer.amplitude * layerGet(layer, (-5 + 4 * i) * 0.25 * layer.frequency,
                                                 (60 + 8 * j) * 0.5 * layer.frequency,
                                                 (7 + 2 * k) * 0.25 * layer.frequency);
        EXPECT_EQ(out[(k * 2 + i) * 3 + j], sum);
      }
}

TEST(Stack, TwoDimensionalCallHasYZero) {
  Noise noise = ridge();
  EXPECT_EQ(stackGet2(noise.view(), 12.3, -4.5), stackGet(noise.view(), 12.3, 0.0, -4.5));
}

TEST(LegacyNether, HalvesFollowEachOther) {
  std::string error;
  auto noise = makeLegacyNether(Legacy(5), parameters(-2, {1, 0.5, 0}), &error);
  ASSERT_TRUE(noise) << error;
  ASSERT_EQ(noise->layers.size(), 4u);
  EXPECT_EQ(noise->layers[0].frequency, 0.25);
  EXPECT_EQ(noise->layers[1].frequency, 0.5);
  EXPECT_EQ(noise->layers[2].frequency, 0.25 * 1.0181268882175227);
  EXPECT_EQ(bitsOf(noise->range()), 0x3FB6DB6Eu);
}

TEST(LegacyNether, Errors) {
  std::string error;
  EXPECT_FALSE(makeLegacyNether(Legacy(5), parameters(-1, {1, 1, 1}), &error)); // octave 1
  EXPECT_FALSE(error.empty());
  error.clear();
  EXPECT_FALSE(
      makeLegacyNether(Legacy(5), parameters(-1, {1, 1, 0}), &error)); // place for octave 1
  EXPECT_FALSE(error.empty());
  EXPECT_FALSE(makeLegacyNether(Legacy(5), parameters(3, {1}), nullptr)); // octave 3 alone
  // Octave 0 beyond the list is drawn and dropped.
  EXPECT_TRUE(makeLegacyNether(Legacy(5), parameters(-4, {1, 1}), nullptr));
}

TEST(MakeNoiseFor, NetherNamesAreSpecialInDensityNodesOnly) {
  WorldRandom world(42, false);
  NoiseParameters p = parameters(-7, {1, 1});
  auto same = [](const Noise &a, const Noise &b) {
    return stackGet(a.view(), 1.5, 2.5, 3.5) == stackGet(b.view(), 1.5, 2.5, 3.5);
  };
  const char *temperature = "minecraft:nether/temperature",
             *vegetation = "minecraft:nether/vegetation";
  EXPECT_TRUE(
      same(*makeNoiseFor(world, temperature, p, true), *makeLegacyNether(Legacy(42), p, nullptr)));
  EXPECT_TRUE(
      same(*makeNoiseFor(world, vegetation, p, true), *makeLegacyNether(Legacy(43), p, nullptr)));
  EXPECT_TRUE(
      same(*makeNoiseFor(world, temperature, p, false), makeNoise(world.named(temperature), p)));
  EXPECT_TRUE(same(*makeNoiseFor(world, "minecraft:ridge", p, true),
                   makeNoise(world.named("minecraft:ridge"), p)));
}

TEST(Blended, Overworld) {
  BlendedNoise noise = makeBlended(WorldRandom(42, false).terrain(), {0.25, 0.125, 80, 160, 8});
  EXPECT_EQ(noise.low.layers.size(), 16u);
  EXPECT_EQ(noise.high.layers.size(), 16u);
  ASSERT_EQ(noise.main.layers.size(), 8u);
  EXPECT_EQ(noise.low.layers[0].amplitude, 0x1p-16f);
  EXPECT_EQ(noise.low.layers[15].amplitude, 0.5f);
  EXPECT_EQ(noise.main.layers[0].amplitude, 0.05f);
  EXPECT_EQ(bitsOf(noise.range.hi), 0x400AB126u);
  EXPECT_EQ(bitsOf(noise.value(0, 0, 0)), 0x3E904D35u);
  EXPECT_EQ(bitsOf(noise.value(1, 0, 0)), 0x3E8F4870u);
}

TEST(Simplex, DiscardedOffsetsStillDraw) {
  Random kept = Legacy(0), discarded = Legacy(0);
  SimplexTable a = buildSimplex(kept, false), b = buildSimplex(discarded, true);
  EXPECT_EQ(kept.nextLong(), discarded.nextLong());
  EXPECT_EQ(b.ox, 0.0);
  EXPECT_NE(a.ox, 0.0);
  EXPECT_EQ(std::vector<u8>(a.perm, a.perm + 256), std::vector<u8>(b.perm, b.perm + 256));
  EXPECT_EQ(bitsOf(simplexGet3(b, 0.0, -0.0, -1.0)), 0x3F5E33CBu);
  EXPECT_EQ(
      bitsOf(simplexGet2(b, fromBits(0xC00AC3E8CDA5331Aull), fromBits(0x4022B5D20D1B7E54ull))),
      0xBEDBCBCBu);
}

TEST(EndIslands, NoIslandNearTheOrigin) {
  SimplexTable table = buildEndIslands(WorldRandom(123456789, false));
  // No island stands within 64 chunks, and the search sees 12 chunks far: (-100 - 8) / 128.
  for (i32 x : {0, 100, -800, 800})
    EXPECT_EQ(endOuterIslands(table, x, 0), -0.84375f);
  // Values of the reference vectors.
  EXPECT_EQ(bitsOf(endOuterIslands(table, 1780, 407)), 0xBF080000u);
  EXPECT_EQ(bitsOf(endOuterIslands(table, -1425, 3138)), 0xBDA00000u);
  EXPECT_EQ(bitsOf(endOuterIslands(table, -12345678, 29999985)), 0xBF2AF86Eu);
}

} // namespace
