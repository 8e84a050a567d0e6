//===- float_mode_test.cpp - Callers that flush denormals or round otherwise -===//

#include "runtime/math/float_mode.h"

#include "../kernel/bundle_fixture.h"
#include "runtime/capi/terrane.hpp"
#include "runtime/kernel/kernel_generator.h"
#include "runtime/noise/noise.h"

#include <array>
#include <cstring>

extern "C" const terrane::rt::KernelModule terrane_generator; // fixture_module.cpp

namespace {

using namespace terrane;
using namespace terrane::test;
using rt::FloatMode;

/// Flush to zero with denormals are zero; rounding up; both and towards zero.
constexpr unsigned foreignModes[] = {0x9FC0, 0x5F80, 0xFFC0};

/// What a caller sets up for itself, and must find again.
class Foreign {
public:
  explicit Foreign(unsigned mode) : before(_mm_getcsr()), mode(mode) { _mm_setcsr(mode); }
  ~Foreign() {
    EXPECT_EQ(_mm_getcsr(), mode);
    _mm_setcsr(before);
  }

private:
  unsigned before, mode;
};

unsigned bits(float value) {
  unsigned result;
  std::memcpy(&result, &value, sizeof(result));
  return result;
}

constexpr float tiny = 3e-45f; // two units of the last place of denormals

/// The fixture's entry "fields" at a point is 10 * tiny, all of it denormals.
float alphaTiny(void *user, int32_t, int32_t) {
  if (user)
    *static_cast<unsigned *>(user) = _mm_getcsr() & FloatMode::modeBits;
  return tiny;
}

} // namespace

TEST(FloatMode, SetsAndRestores) {
  ASSERT_EQ(_mm_getcsr() & FloatMode::modeBits, FloatMode::javaMode);
  for (unsigned mode : foreignModes) {
    Foreign caller(mode);
    {
      FloatMode outer;
      EXPECT_EQ(_mm_getcsr(), FloatMode::javaMode);
      {
        FloatMode inner;
        EXPECT_EQ(_mm_getcsr() & FloatMode::modeBits, FloatMode::javaMode);
      }
      EXPECT_EQ(_mm_getcsr() & FloatMode::modeBits, FloatMode::javaMode);
    }
    EXPECT_EQ(_mm_getcsr(), mode);
  }
}

TEST(FloatMode, LeavesJavasModeAndItsFlagsAlone) {
  unsigned before = _mm_getcsr();
  _mm_setcsr(FloatMode::javaMode | 0x21); // flags: inexact, invalid
  {
    FloatMode guard;
    EXPECT_EQ(_mm_getcsr(), FloatMode::javaMode | 0x21u);
  }
  EXPECT_EQ(_mm_getcsr(), FloatMode::javaMode | 0x21u);
  _mm_setcsr(before);
}

TEST(FloatMode, TheTestsDenormalsDependOnIt) {
  // The test of the tests: without a guard the values below differ.
  volatile float a = tiny;
  EXPECT_EQ(bits(10.0f * a), 20u);
  Foreign caller(0x9FC0);
  EXPECT_EQ(bits(10.0f * a), 0u);
  _mm_setcsr(0x9FC0); // without the flags that this has raised
}

TEST(FloatMode, TheCInterfaceDoesNotDependOnIt) {
  TemporaryFolder temporary;
  std::string library = fixtureLibrary();
  writeBundleFolder(temporary / "bundle", fixtureManifest(library), library);
  std::string folder = (temporary / "bundle").string();
  unsigned seen = 0;
  terrane_fields fields = {};
  fields.size = sizeof(fields);
  fields.user = &seen;
  fields.blend_alpha = alphaTiny;
  terrane_volume volume = {3, 5, 2, -7, 60, 1234567, 4, 8, 4};

  auto values = [&] {
    terrane_error error = {};
    terrane_bundle *bundle = nullptr;
    EXPECT_EQ(terrane_bundle_open(folder.c_str(), &bundle, &error), TERRANE_OK) << error.message;
    terrane_world *world = nullptr;
    EXPECT_EQ(terrane_world_create(bundle, 0, 42, &world, &error), TERRANE_OK) << error.message;
    terrane_context *context = nullptr;
    EXPECT_EQ(terrane_context_create(world, 1, &fields, &context, &error), TERRANE_OK);
    std::vector<float> all(6 * 31);
    for (int entry = 0; entry < 6; ++entry) {
      float *out = &all[entry * 31];
      EXPECT_EQ(terrane_evaluate_volume(context, entry, &volume, out, 30, &error), TERRANE_OK);
      EXPECT_EQ(terrane_evaluate_point(context, entry, 5, 6, -70000, out + 30, &error), TERRANE_OK);
    }
    terrane_context_destroy(context);
    terrane_world_destroy(world);
    terrane_bundle_close(bundle);
    std::vector<unsigned> result;
    for (float value : all)
      result.push_back(bits(value));
    return result;
  };

  const std::vector<unsigned> expected = values();
  EXPECT_EQ(expected[4 * 31 + 30], 20u); // "fields" at the point
  EXPECT_NE(expected[0], expected[1]);
  for (unsigned mode : foreignModes) {
    seen = 0;
    std::vector<unsigned> got;
    {
      Foreign caller(mode);
      got = values();
    }
    EXPECT_EQ(got, expected) << std::hex << mode;
    EXPECT_EQ(seen, FloatMode::javaMode);
  }
}

TEST(FloatMode, CompiledGeneratorsDoNotDependOnIt) {
  std::string error;
  auto generator = KernelGenerator::create(terrane_generator, 42, error, nullptr);
  ASSERT_TRUE(generator) << error;
  rt::Volume volume{3, 5, 2, -7, 60, 1234567, 4, 8, 4};
  auto values = [&] {
    std::string error;
    auto generator = KernelGenerator::create(terrane_generator, 42, error, nullptr);
    EXPECT_TRUE(generator) << error;
    if (!generator)
      return std::vector<float>();
    auto context = generator->context(/*caches=*/true);
    std::vector<float> all(6 * 31);
    for (unsigned entry = 0; entry < 6; ++entry) {
      context->volume(entry, &all[entry * 31], volume);
      all[entry * 31 + 30] = context->point(entry, 5, 6, -70000);
    }
    return all;
  };
  const std::vector<float> expected = values();
  EXPECT_NE(expected[0], expected[1]);
  for (unsigned mode : foreignModes) {
    std::vector<float> got;
    {
      Foreign caller(mode);
      got = values();
    }
    EXPECT_EQ(got, expected) << std::hex << mode;
  }
}
