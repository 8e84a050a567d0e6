//===- capi_test.cpp - libterrane_rt through its public interface ---------===//

#include "runtime/capi/terrane.hpp"

#include "bundle_fixture.h"

#include <cstring>
#include <thread>

using namespace terrane::test;

extern "C" int capiSmokeTest(const char *folder, float *value); // capi_smoke.c

namespace {

class CApi : public testing::Test {
protected:
  void SetUp() override {
    std::string library = fixtureLibrary();
    writeBundleFolder(temporary / "bundle", fixtureManifest(library), library);
    folder = (temporary / "bundle").string();
  }
  TemporaryFolder temporary;
  std::string folder;
};

TEST_F(CApi, Describes) {
  EXPECT_STREQ(terrane_version(), terrane::rt::terraneVersion());
  EXPECT_STREQ(terrane_game_version(), "26.3");
  EXPECT_EQ(terrane_api_version(), TERRANE_API_VERSION);
  terrane::Bundle bundle(folder);
  EXPECT_EQ(bundle.numGenerators(), 2);
  EXPECT_EQ(bundle.settings(1), "test:second");
  EXPECT_EQ(bundle.generator("test:second"), 1);
  EXPECT_EQ(bundle.numEntries(1), 6);
  EXPECT_EQ(bundle.entryName(1, 2), "cached");
  EXPECT_EQ(bundle.entry(1, "islands"), 5);
  EXPECT_EQ(bundle.cpuLevel(), "baseline");
  EXPECT_EQ(bundle.gameVersion(), "26.3");
  EXPECT_THROW(bundle.generator("test:third"), terrane::Error);
  EXPECT_THROW(bundle.entry(1, "none"), terrane::Error);
  EXPECT_THROW(bundle.settings(2), terrane::Error);
  EXPECT_EQ(terrane_bundle_num_entries(bundle.get(), -1), -1);
  EXPECT_EQ(terrane_bundle_entry(bundle.get(), 0, 6), nullptr);
  EXPECT_EQ(terrane_bundle_entry(bundle.get(), 0, -1), nullptr);
}

TEST_F(CApi, WorksFromC) {
  float value = 0;
  EXPECT_EQ(capiSmokeTest(folder.c_str(), &value), 0);
  terrane::Bundle bundle(folder);
  EXPECT_EQ(bundle.world(0, 42).context().point(0, 1, 2, 3), value);
  EXPECT_NE(value, 0.0f);
}

TEST_F(CApi, WhatWasMadeOutlivesItsMakers) {
  auto context = [&] { return terrane::Bundle(folder).world(1, 5).context(); }();
  EXPECT_EQ(context.volume(0, {2, 3, 4, 0, 0, 0, 1, 1, 1}).size(), 24u);
}

TEST_F(CApi, ThreadsShareAWorld) {
  terrane::World world = terrane::Bundle(folder).world(0, -1);
  terrane_volume volume = {4, 12, 4, 160, -64, 32, 4, 8, 4};
  std::vector<float> expected = world.context().volume(2, volume);
  std::vector<std::vector<float>> results(8);
  std::vector<std::thread> threads;
  for (std::vector<float> &result : results)
    threads.emplace_back([&] { result = world.context().volume(2, volume); });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<float> &result : results)
    EXPECT_EQ(result, expected);
}

TEST_F(CApi, FieldsAreCalledBack) {
  struct Count {
    int volumes = 0, points = 0;
  } count;
  terrane_fields fields = {};
  fields.size = sizeof(fields);
  fields.user = &count;
  fields.beardifier_volume = [](void *user, const terrane_volume *v, float *out) {
    ++static_cast<Count *>(user)->volumes;
    for (int n = 0; n < v->sx * v->sy * v->sz; ++n)
      out[n] = float(v->mx + n);
  };
  fields.beardifier_point = [](void *user, int32_t x, int32_t, int32_t) {
    ++static_cast<Count *>(user)->points;
    return float(x);
  };
  fields.blend_alpha = [](void *, int32_t, int32_t) { return 0.5f; };
  fields.blend_offset = [](void *, int32_t x, int32_t z) { return float(x - z); };
  fields.blend_density = [](void *, int32_t, int32_t y, int32_t, float d) { return d + y; };
  terrane::World world = terrane::Bundle(folder).world(0, 3);
  terrane::Context context = world.context(true, &fields);
  EXPECT_EQ(context.point(4, 7, 1000, 2), 7 + 5 + 500 + 1000);
  std::vector<float> values = context.volume(4, {1, 2, 1, 9, 20, 8, 1, 1, 1});
  EXPECT_EQ(values, (std::vector<float>{9 + 5 + 100 + 20, 10 + 5 + 100 + 21}));
  EXPECT_EQ(count.volumes, 1);
  EXPECT_EQ(count.points, 1);

  // A caller that was built before blending was added.
  fields.size = offsetof(terrane_fields, blend_alpha);
  EXPECT_EQ(world.context(true, &fields).point(4, 7, 0, 2), 7 + 10);
  fields.size = 4;
  EXPECT_THROW(world.context(true, &fields), terrane::Error);
  fields.size = sizeof(fields);
  fields.beardifier_point = nullptr;
  EXPECT_THROW(world.context(true, &fields), terrane::Error);
}

TEST_F(CApi, RefusesWrongArguments) {
  terrane_error error = {};
  terrane_bundle *bundle = reinterpret_cast<terrane_bundle *>(1);
  EXPECT_EQ(terrane_bundle_open(nullptr, &bundle, &error), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(bundle, nullptr);
  EXPECT_EQ(terrane_bundle_open(folder.c_str(), nullptr, nullptr), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(terrane_bundle_open("/nonexistent", &bundle, &error), TERRANE_ERROR_UNREADABLE);
  EXPECT_EQ(error.status, TERRANE_ERROR_UNREADABLE);
  EXPECT_NE(std::string(error.message).find("/nonexistent"), std::string::npos);
  terrane_bundle_close(nullptr);
  terrane_world_destroy(nullptr);
  terrane_context_destroy(nullptr);

  terrane::Bundle opened(folder);
  terrane_world *world;
  EXPECT_EQ(terrane_world_create(opened.get(), 2, 0, &world, &error), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(world, nullptr);
  terrane::Context context = opened.world(0, 0).context();
  float out[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  auto status = [&](int entry, terrane_volume v, size_t count) {
    return terrane_evaluate_volume(context.get(), entry, &v, out, count, &error);
  };
  EXPECT_EQ(status(6, {1, 1, 1, 0, 0, 0, 1, 1, 1}, 8), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(status(-1, {1, 1, 1, 0, 0, 0, 1, 1, 1}, 8), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(status(0, {1, 0, 1, 0, 0, 0, 1, 1, 1}, 8), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(status(0, {1, 1, 1, 0, 0, 0, 1, 1, -1}, 8), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(status(0, {2, 2, 2, 0, 0, 0, 1, 1, 1}, 7), TERRANE_ERROR_ARGUMENT);
  // The product is 2^62 * 4 = 0 modulo 2^64.
  EXPECT_EQ(status(0, {1 << 30, 1 << 30, 16, 0, 0, 0, 1, 1, 1}, 8), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(out[0], 1.0f);
  EXPECT_EQ(status(0, {2, 2, 2, 0, 0, 0, 1, 1, 1}, 8), TERRANE_OK);
  EXPECT_NE(out[7], 8.0f);
}

TEST_F(CApi, LongMessagesAreCutBetweenCharacters) {
  std::string longName = "/";
  while (longName.size() < 2000)
    longName += "\xC3\xA4"; // two bytes each
  terrane_error error;
  terrane_bundle *bundle;
  EXPECT_NE(terrane_bundle_open(longName.c_str(), &bundle, &error), TERRANE_OK);
  std::size_t length = std::strlen(error.message);
  EXPECT_GE(length, sizeof(error.message) - 3);
  EXPECT_EQ(error.message[length - 1], '\xA4');
}

/// libterrane_rt must run where neither LLVM nor Clang nor anything of theirs is installed.
TEST(SharedLibrary, DependsOnTheSystemAlone) {
  ASSERT_TRUE(std::filesystem::exists(TERRANE_RT_LIBRARY)) << TERRANE_RT_LIBRARY;
  FILE *pipe = ::popen(TERRANE_READELF " --dynamic --wide " TERRANE_RT_LIBRARY, "r");
  ASSERT_TRUE(pipe);
  std::vector<std::string> needed;
  bool soname = false;
  char line[4096];
  while (std::fgets(line, sizeof(line), pipe)) {
    std::string text = line;
    std::size_t open = text.find('['), close = text.find(']', open);
    if (text.find("(NEEDED)") != std::string::npos && close != std::string::npos)
      needed.push_back(text.substr(open + 1, close - open - 1));
    soname |= text.find("(SONAME)") != std::string::npos &&
              text.find("[libterrane_rt.so.0]") != std::string::npos;
  }
  EXPECT_EQ(::pclose(pipe), 0);
  EXPECT_TRUE(soname);
  ASSERT_GE(needed.size(), 2u);
  const std::vector<std::string> allowed = {"libc.so",           "libm.so",  "libstdc++.so",
                                            "libgcc_s.so",       "libdl.so", "libpthread.so",
                                            "ld-linux-x86-64.so"};
  for (const std::string &name : needed) {
    bool known = false;
    for (const std::string &prefix : allowed)
      known |= name.compare(0, prefix.size(), prefix) == 0;
    EXPECT_TRUE(known) << name;
  }
}

TEST(SharedLibrary, ExportsItsInterfaceAlone) {
  FILE *pipe = ::popen(TERRANE_NM " -D --defined-only " TERRANE_RT_LIBRARY, "r");
  ASSERT_TRUE(pipe);
  int exported = 0;
  char address[64], kind[64], name[1024];
  while (std::fscanf(pipe, "%63s %63s %1023s", address, kind, name) == 3) {
    if (std::strcmp(kind, "A") == 0)
      continue; // the name of the version
    EXPECT_EQ(std::string(name).compare(0, 8, "terrane_"), 0) << name;
    ++exported;
  }
  EXPECT_EQ(::pclose(pipe), 0);
  EXPECT_GE(exported, 20);
}

} // namespace
