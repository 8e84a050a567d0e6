//===- host_test.cpp - Seeding and calling a module -----------------------===//

#include "runtime/kernel/host.h"

#include "allocations.h"
#include "runtime/chunk/beardifier.h"
#include "runtime/chunk/blender.h"
#include "runtime/noise/blended.h"
#include "runtime/noise/end_islands.h"
#include "runtime/noise/simplex_build.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>

using namespace terrane;
using namespace terrane::rt;

extern "C" const KernelModule terrane_generator;

namespace {

enum Entry { NoiseEntry, BlendedEntry, CachedEntry, ScratchEntry, FieldsEntry, IslandsEntry };
constexpr int numEntries = 6;
constexpr i64 seed = -4962768465676381896;

Volume makeVolume(i32 sx, i32 sy, i32 sz, i32 mx, i32 my, i32 mz, i32 t = 1) {
  return {sx, sy, sz, mx, my, mz, t, t, t};
}

std::shared_ptr<const KernelWorld> makeWorld(i64 worldSeed = seed) {
  std::string error;
  auto world = KernelWorld::create(terrane_generator, worldSeed, error);
  EXPECT_TRUE(world) << error;
  return world;
}

std::vector<f32> run(KernelSamplerContext &context, int entry, const Volume &v) {
  std::vector<f32> out(v.count());
  context.volume(entry, out.data(), v);
  return out;
}

bool sameBits(const std::vector<f32> &a, const std::vector<f32> &b) {
  return !a.empty() && a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(f32)) == 0;
}

TEST(KernelWorld, SeedsTheNoisesThatTheModuleNames) {
  auto world = makeWorld();
  WorldRandom random(seed, false);
  NoiseParameters parameters{-2, 3, 1.5, Normalize::On, {1.0, 0.0, 2.0}};
  Noise noise = *makeNoiseFor(random, "test:noise", parameters, true);
  BlendedNoise blended = makeBlended(random.terrain(), {0.25, 0.125, 80, 160, 8});
  SimplexTable islands = buildEndIslands(random);
  KernelSamplerContext context(world, true);
  int compared = 0, notZero = 0;
  for (i32 n = -20; n < 20; ++n) {
    i32 x = 1000 * n + 3, y = 7 * n, z = 311 - 40 * n;
    f32 expected = stackGet(noise.view(), x * 0.37, y * 1.5, z * 0.37);
    EXPECT_EQ(context.point(NoiseEntry, x, y, z), expected);
    f32 sum = 0.0f;
    for (const Noise *part : {&blended.low, &blended.high, &blended.main})
      sum = sum + stackGet(part->view(), x, y, z);
    EXPECT_EQ(context.point(BlendedEntry, x, y, z), sum);
    EXPECT_EQ(context.point(IslandsEntry, x, y, z), endOuterIslands(islands, x, z));
    notZero += expected != 0.0f && sum != 0.0f;
    ++compared;
  }
  EXPECT_EQ(compared, 40);
  EXPECT_GT(notZero, 30);
}

TEST(KernelWorld, OtherSeedsGiveOtherValues) {
  KernelSamplerContext a(makeWorld(), false), b(makeWorld(seed + 1), false);
  Volume v = makeVolume(4, 4, 4, 0, 0, 0, 9);
  EXPECT_FALSE(sameBits(run(a, NoiseEntry, v), run(b, NoiseEntry, v)));
}

TEST(KernelWorld, FindsEntriesByName) {
  auto world = makeWorld();
  EXPECT_EQ(world->numEntries(), numEntries);
  EXPECT_EQ(world->entry("cached"), std::optional<i32>(CachedEntry));
  EXPECT_EQ(world->entry("cache"), std::nullopt);
}

TEST(KernelWorld, RefusesModulesThatItCannotUse) {
  auto refusal = [](auto change) {
    KernelModule module = terrane_generator;
    change(module);
    std::string error;
    EXPECT_FALSE(KernelWorld::create(module, 1, error));
    return error;
  };
  EXPECT_NE(refusal([](KernelModule &m) { m.abi = 777; }).find("kernel ABI 777"),
            std::string::npos);
  EXPECT_NE(refusal([](KernelModule &m) { m.size -= 8; }).find("bytes instead of"),
            std::string::npos);
  EXPECT_NE(refusal([](KernelModule &m) { m.entries = nullptr; }).find("incomplete"),
            std::string::npos);
  // Spec 20, 5.2: octaves above 0 are out of the legacy construction's reach.
  static const KernelNoise nether[] = {
      {KernelNoise::Density, "minecraft:nether/temperature", 1, 1, 1.0, 1, 0, nullptr, {}}};
  std::string error = refusal([](KernelModule &m) {
    m.noises = nether;
    m.numNoises = 1;
    m.legacyRandomSource = 1;
  });
  EXPECT_NE(error.find("'minecraft:nether/temperature' cannot be built"), std::string::npos)
      << error;
}

TEST(KernelContext, CellsKeepTheLastVolumeAndPoint) {
  auto world = makeWorld();
  KernelSamplerContext cached(world, true), plain(world, false);
  Volume v = makeVolume(3, 50, 4, 25000000, -7, 29000000);
  std::vector<f32> volume = run(cached, CachedEntry, v);
  EXPECT_TRUE(sameBits(volume, run(plain, NoiseEntry, v)));
  // The scales are no powers of two and the blocks are far out, so that the two paths differ
  // somewhere: there the cached context answers with the volume's bits.
  int differing = 0;
  for (i32 k = 0; k < 4; ++k)
    for (i32 i = 0; i < 3; ++i)
      for (i32 j = 0; j < 50; ++j) {
        f32 expected = volume[v.index(i, j, k)];
        i32 x = v.blockX(i), y = v.blockY(j), z = v.blockZ(k);
        EXPECT_EQ(cached.point(CachedEntry, x, y, z), expected);
        differing += plain.point(CachedEntry, x, y, z) != expected;
      }
  EXPECT_GT(differing, 0);
}

TEST(KernelContext, ScratchMemoryDoesNotOverlap) {
  KernelSamplerContext context(makeWorld(), true);
  for (i32 size : {1, 2, 9, 33, 5}) {
    Volume v = makeVolume(size, 2 * size, size, -size, 0, 77, 3);
    std::vector<f32> noise = run(context, NoiseEntry, v), thrice = run(context, ScratchEntry, v);
    for (f32 &value : noise)
      value = (value + value) + value;
    EXPECT_TRUE(sameBits(noise, thrice));
  }
}

TEST(KernelContext, SteadyStateAllocatesNothing) {
  Beardifier beardifier = Beardifier::forChunk(
      0, 0, {{{0, 60, 0, 15, 70, 15}, Adaptation::BeardBox, false, false, 0, {}}});
  Blender blender;
  KernelSamplerContext context(makeWorld(), true, bindFields(&beardifier, &blender));
  const Volume volumes[] = {makeVolume(5, 49, 5, 0, -64, 0, 4), makeVolume(2, 2, 2, 8, 8, 8, 4),
                            makeVolume(16, 24, 16, -16, 0, 32)};
  std::vector<f32> out(16 * 24 * 16);
  auto call = [&](int n) {
    context.volume(n % numEntries, out.data(), volumes[n % 3]);
    context.volume(ScratchEntry, out.data(), volumes[(n + 1) % 3]);
    context.point(n % numEntries, n, 64, -n);
  };
  long long before = test::numAllocations();
  for (int n = 0; n < 3 * numEntries; ++n)
    call(n);
  long long steady = test::numAllocations();
  EXPECT_GT(steady, before); // the hook works
  for (int n = 0; n < 1000; ++n)
    call(n);
  EXPECT_EQ(test::numAllocations(), steady);
}

TEST(KernelContext, ThreadsWithTheirOwnContextsAgreeWithOneThread) {
  auto world = makeWorld();
  constexpr int numThreads = 8, numCalls = 60;
  auto work = [&] {
    KernelSamplerContext context(world, true);
    std::vector<f32> all;
    for (int n = 0; n < numCalls; ++n) {
      Volume v = makeVolume(1 + n % 5, 1 + n % 7, 1 + n % 3, 16 * n, -64, -n, 1 + n % 4);
      std::vector<f32> values = run(context, n % numEntries, v);
      all.insert(all.end(), values.begin(), values.end());
      all.push_back(context.point(n % numEntries, 16 * n, -64, -n));
    }
    return all;
  };
  std::vector<f32> expected = work();
  ASSERT_GT(expected.size(), 1000u);
  std::vector<std::vector<f32>> results(numThreads);
  std::vector<std::thread> threads;
  threads.reserve(results.size());
  for (std::vector<f32> &result : results)
    threads.emplace_back([&] { result = work(); });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<f32> &result : results)
    EXPECT_TRUE(sameBits(result, expected));
}

TEST(KernelContext, AbsentFieldsHaveTheirDefaults) {
  KernelSamplerContext context(makeWorld(), true);
  EXPECT_EQ(context.point(FieldsEntry, 3, 4, 5), 10.0f);
  EXPECT_EQ(run(context, FieldsEntry, makeVolume(2, 1, 1, 0, 0, 0)),
            (std::vector<f32>{10.0f, 10.0f}));
}

TEST(KernelContext, BindsBeardifierAndBlender) {
  Beardifier beardifier = Beardifier::forChunk(
      0, 0, {{{0, 60, 0, 15, 70, 15}, Adaptation::BeardThin, false, false, 0, {}}});
  OldChunk old;
  old.chunkX = 1;
  old.heights.fill(90.0f);
  Blender blender = Blender::forChunk(0, 0, {old});
  ASSERT_FALSE(beardifier.empty());
  ASSERT_FALSE(blender.empty());
  KernelSamplerContext context(makeWorld(), true, bindFields(&beardifier, &blender));
  Volume v = makeVolume(16, 30, 16, 0, 50, 0);
  std::vector<f32> values = run(context, FieldsEntry, v), beard(v.count());
  beardifier.fillVolume(v, beard.data());
  int touched = 0;
  for (i32 k = 0; k < v.sz; ++k)
    for (i32 i = 0; i < v.sx; ++i)
      for (i32 j = 0; j < v.sy; ++j) {
        i32 x = v.blockX(i), y = v.blockY(j), z = v.blockZ(k);
        f32 sum =
            (beard[v.index(i, j, k)] + 10.0f * blender.alpha(x, z)) + 100.0f * blender.offset(x, z);
        f32 expected = blender.blendDensity(x, y, z, sum);
        EXPECT_EQ(values[v.index(i, j, k)], expected);
        EXPECT_EQ(context.point(FieldsEntry, x, y, z),
                  blender.blendDensity(x, y, z,
                                       (beardifier.value(x, y, z) + 10.0f * blender.alpha(x, z)) +
                                           100.0f * blender.offset(x, z)));
        touched += beard[v.index(i, j, k)] != 0.0f && blender.alpha(x, z) != 1.0f;
      }
  EXPECT_GT(touched, 0);
}

} // namespace
