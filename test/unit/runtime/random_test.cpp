//===- random_test.cpp - Generators and factories (spec 20, 2) ------------===//

#include "runtime/random/hashes.h"
#include "runtime/random/words.h"
#include "runtime/random/world_random.h"
#include "runtime/random/worldgen_random.h"
#include <gtest/gtest.h>

using namespace terrane::rt;

namespace {

TEST(Xoroshiro, FromASeed) {
  Xoroshiro random(0);
  EXPECT_EQ(u64(random.lo()), 0x3564B439CD1E1F16ull);
  EXPECT_EQ(u64(random.hi()), 0x63CFC62A2B097592ull);
  EXPECT_EQ(random.nextInt(), -160476802);
  EXPECT_EQ(random.nextInt(), 781697906);
  EXPECT_EQ(u64(Xoroshiro(0).nextLong()), 0x2A2CA488F66F517Eull);
}

TEST(Xoroshiro, AllZeroStateIsReplaced) {
  Xoroshiro random(0, 0);
  EXPECT_EQ(u64(random.lo()), 0x9E3779B97F4A7C15ull);
  EXPECT_EQ(u64(random.hi()), 0x6A09E667F3BCC909ull);
  Xoroshiro half(0, 1);
  EXPECT_EQ(half.lo(), 0);
}

TEST(Xoroshiro, BoundedIntegersMatchTheDefinition) {
  // Without the shortcut of spec 20, 2.3.
  for (i32 n : {1, 2, 3, 24, 1000, 0x40000001, 0x7FFFFFFF}) {
    Xoroshiro random(7), plain(7);
    for (int i = 0; i < 200; ++i) {
      u64 m;
      do
        m = u64(u32(plain.nextInt())) * u64(n);
      while (u32(m) < (0u - u32(n)) % u32(n));
      ASSERT_EQ(random.nextInt(n), i32(m >> 32)) << n;
    }
    EXPECT_EQ(random.nextLong(), plain.nextLong()) << "draws differ for " << n;
  }
}

TEST(Legacy, FromASeed) {
  Legacy random(0);
  EXPECT_EQ(u64(random.rawState()), 0x5DEECE66Dull);
  EXPECT_EQ(random.nextInt(), -1155484576);
  EXPECT_EQ(random.nextInt(), -723955400);
  Legacy longs(0); // the low half is negative and borrows from the high one
  EXPECT_EQ(longs.nextLong(), (i64(-1155484576) * 4294967296ll) - 723955400);
}

TEST(Legacy, BoundOfOneDraws) {
  Legacy random(3), other(3);
  EXPECT_EQ(random.nextInt(1), 0);
  other.nextInt();
  EXPECT_EQ(random.nextInt(), other.nextInt());
}

TEST(Random, SettingTheSeedDropsTheCachedGaussian) {
  for (Random random : {Random(Legacy(5)), Random(Xoroshiro(5))}) {
    f64 first = random.nextGaussian();
    random.setSeed(5);
    EXPECT_EQ(random.nextGaussian(), first);
  }
}

TEST(WorldgenRandom, SettingTheSeedKeepsTheWrappersGaussian) {
  WorldgenRandom random{Random(Legacy(5))}, other{Random(Legacy(5))};
  f64 first = random.nextGaussian();
  EXPECT_EQ(other.nextGaussian(), first);
  f64 second = other.nextGaussian();
  random.setSeed(5);
  EXPECT_EQ(random.nextGaussian(), second);
  EXPECT_EQ(random.nextGaussian(), first);
}

TEST(WorldgenRandom, DoublesCostTwoSteps) {
  Xoroshiro inner(11);
  WorldgenRandom random{Random(inner)};
  random.nextDouble();
  inner.consume(2);
  EXPECT_EQ(random.nextInt(), i32(inner.nextLong() >> 32));
}

TEST(Random, AValueCopiesItsState) {
  Random random = Xoroshiro(1), copy = random;
  EXPECT_EQ(random.nextLong(), copy.nextLong());
  random.consume(3);
  for (int i = 0; i < 3; ++i)
    copy.nextInt();
  EXPECT_EQ(random.nextLong(), copy.nextLong());
}

TEST(Hashes, Md5) {
  SeedPair empty = md5Pair("");
  EXPECT_EQ(u64(empty.lo), 0xD41D8CD98F00B204ull);
  EXPECT_EQ(u64(empty.hi), 0xE9800998ECF8427Eull);
  EXPECT_EQ(u64(md5Pair("octave_-7").lo), 0xF11268128982754Full);
}

TEST(Hashes, StringsOfUtf16Units) {
  EXPECT_EQ(javaStringHash(""), 0);
  EXPECT_EQ(javaStringHash("a"), 97);
  EXPECT_EQ(javaStringHash("minecraft:terrain"), 1657813608);
  EXPECT_EQ(javaStringHash("\xC3\xA9"), 0xE9);
  EXPECT_EQ(javaStringHash("\xE2\x82\xAC"), 0x20AC);
  // One code point, two units: U+1F600 is D83D DE00.
  EXPECT_EQ(javaStringHash("\xF0\x9F\x98\x80"), 31 * 0xD83D + 0xDE00);
  // Ill-formed: cut short, overlong, a surrogate, a stray continuation.
  EXPECT_EQ(javaStringHash("\xE2\x82"), 31 * 0xFFFD + 0xFFFD);
  EXPECT_EQ(javaStringHash("\xC0\x80"), 31 * 0xFFFD + 0xFFFD);
  EXPECT_EQ(javaStringHash("\x80"
                           "a"),
            31 * 0xFFFD + 'a');
}

TEST(PositionalFactory, SeedsByKind) {
  PositionalFactory modern = PositionalFactory::xoroshiro(3, 5);
  i64 hash = blockHash(1, 2, 3);
  EXPECT_EQ(modern.at(1, 2, 3).nextLong(), Xoroshiro(hash ^ 3, 5).nextLong());
  EXPECT_EQ(modern.fromSeed(9).nextLong(), Xoroshiro(9 ^ 3, 9 ^ 5).nextLong());
  SeedPair md5 = md5Pair("x");
  EXPECT_EQ(modern.fromHashOf("x").nextLong(), Xoroshiro(md5.lo ^ 3, md5.hi ^ 5).nextLong());

  PositionalFactory legacy = PositionalFactory::legacy(3);
  EXPECT_EQ(legacy.at(1, 2, 3).nextLong(), Legacy(hash ^ 3).nextLong());
  EXPECT_EQ(legacy.fromSeed(9).nextLong(), Legacy(9).nextLong());
  EXPECT_EQ(legacy.fromHashOf("x").nextLong(), Legacy(i64('x') ^ 3).nextLong());
}

TEST(WorldRandom, GivesEachConsumerItsGenerator) {
  for (bool flag : {false, true}) {
    WorldRandom world(42, flag);
    EXPECT_EQ(world.seed(), 42);
    EXPECT_EQ(world.legacy(), flag);
    Random base = flag ? Random(Legacy(42)) : Random(Xoroshiro(42));
    PositionalFactory root = base.forkPositional();
    EXPECT_EQ(world.named("a:b").nextLong(), root.fromHashOf("a:b").nextLong());
    EXPECT_EQ(world.at(1, 2, 3).nextLong(), root.at(1, 2, 3).nextLong());
    EXPECT_EQ(world.positional("a:b").at(4, 5, 6).nextLong(),
              root.fromHashOf("a:b").forkPositional().at(4, 5, 6).nextLong());
    Random terrain = flag ? Random(Legacy(42)) : root.fromHashOf("minecraft:terrain");
    EXPECT_EQ(world.terrain().nextLong(), terrain.nextLong());
    EXPECT_EQ(world.endIslands().nextLong(), Legacy(42).nextLong());
  }
}

TEST(FactoryWords, DrawAsTheFactory) {
  Xoroshiro places(9);
  for (bool legacy : {false, true})
    for (int i = 0; i < 2000; ++i) {
      const i64 lo = places.nextLong(), hi = i % 50 ? places.nextLong() : 0;
      const auto factory =
          legacy ? PositionalFactory::legacy(lo) : PositionalFactory::xoroshiro(lo, hi);
      const FactoryWords words = {factory.words().lo, factory.words().hi, factory.isLegacy()};
      const i32 x = places.nextInt() >> (i % 32), y = places.nextInt(4064) - 2032,
                z = places.nextInt() >> (i % 31);
      Random expected = factory.at(x, y, z);
      AnyRandom actual = randomAt(words, x, y, z);
      ASSERT_EQ(actual.legacy, legacy);
      for (i32 bound : {10, 9, 16, 1, 0x40000001, 0x7FFFFFFF})
        ASSERT_EQ(actual.nextInt(bound), expected.nextInt(bound)) << bound;
      ASSERT_EQ(bitsOf(actual.nextFloat()), bitsOf(expected.nextFloat()));
      ASSERT_EQ(bitsOf(actual.nextDouble()), bitsOf(expected.nextDouble()));
    }
}

} // namespace
