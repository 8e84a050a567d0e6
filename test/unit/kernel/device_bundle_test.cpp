//===- device_bundle_test.cpp - Regions of a bundle on a device -----------===//
//
// The demo pack, compiled by the tool, through libterrane_rt on a driver that is none and runs the
// same text on the CPU: the bytes of terrane_generate_chunk.
//
//===----------------------------------------------------------------------===//

#include "runtime/capi/terrane.hpp"

#include "demo_bundle.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace terrane::test;

namespace {

constexpr const char *dimension = "demo:legacy";

/// An environment variable while it lives.
class Setting {
public:
  Setting(const char *name, const std::string &value) : name(name) {
    if (const char *old = std::getenv(name))
      before = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~Setting() {
    if (before.empty())
      ::unsetenv(name);
    else
      ::setenv(name, before.c_str(), 1);
  }
  Setting(const Setting &) = delete;
  Setting &operator=(const Setting &) = delete;

private:
  const char *name;
  std::string before;
};

class DeviceBundle : public testing::Test {
protected:
  static void SetUpTestSuite() {
    temporary = new TemporaryFolder;
    const Setting nvrtc("TERRANE_NVRTC", TERRANE_FAKE_NVRTC);
    runTool(*temporary / "",
            "compile --dimension demo:legacy --target so,ptx,cuda-host -o " + folder());
    runTool(*temporary / "",
            "compile --dimension demo:demo --target so,ptx,cuda-host -o " + other());
    runTool(*temporary / "", "compile --dimension demo:legacy --target so -o " + plain());
  }
  static void TearDownTestSuite() { delete temporary; }

  void SetUp() override {
    library = ::dlopen(TERRANE_FAKE_CUDA_DRIVER, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library) << ::dlerror();
    fakeReset();
  }
  void TearDown() override {
    EXPECT_STREQ(call<const char *>("fakeCudaLive"), "");
    EXPECT_STREQ(call<const char *>("fakeCudaMisuse"), "");
    ::dlclose(library);
  }
  /// Counts the driver's calls anew.
  void fakeReset() { call<void>("fakeCudaReset"); }
  template <class Result> Result call(const char *name) {
    return reinterpret_cast<Result (*)()>(::dlsym(library, name))();
  }

  static std::string folder() { return (*temporary / "bundle").string(); }
  static std::string other() { return (*temporary / "other").string(); }
  static std::string plain() { return (*temporary / "plain").string(); }

  static terrane::Terrain terrain() { return terrane::Bundle(folder()).terrain(dimension, 42); }
  static terrane_device_options options(int32_t maxChunks, bool fallBack = false) {
    terrane_device_options out = {};
    out.size = sizeof(out);
    out.max_chunks = maxChunks;
    out.fall_back = fallBack;
    return out;
  }
  static terrane_region region(int32_t threads = 1, int32_t stage = TERRANE_STAGE_CARVERS) {
    return {sizeof(terrane_region), -2, 3, 2, 5, stage, threads};
  }

  /// What the device delivers against single chunks.
  static void compare(terrane::Device &device, const terrane_region &region) {
    terrane::ChunkGenerator generator = terrain().generator();
    terrane_chunk_inputs inputs = {};
    inputs.size = sizeof(inputs);
    inputs.last_stage = region.last_stage;
    int32_t x = region.min_x, z = region.min_z;
    std::size_t chunks = 0, solid = 0;
    device.generate(region, [&](const terrane_region_chunk &given) {
      EXPECT_EQ(given.size, sizeof(given));
      EXPECT_EQ(given.x, x);
      EXPECT_EQ(given.z, z);
      const terrane::Chunk expected = generator.generate(x, z, &inputs);
      EXPECT_EQ(std::vector<uint16_t>(given.blocks, given.blocks + given.num_blocks),
                expected.blocks);
      EXPECT_EQ(std::vector<uint16_t>(given.biomes, given.biomes + given.num_biomes),
                expected.biomes);
      EXPECT_EQ(std::vector<int32_t>(given.world_surface, given.world_surface + 256),
                expected.worldSurface);
      EXPECT_EQ(std::vector<int32_t>(given.ocean_floor, given.ocean_floor + 256),
                expected.oceanFloor);
      EXPECT_EQ(std::vector<uint32_t>(given.marks, given.marks + given.num_marks), expected.marks);
      for (uint16_t state : expected.blocks)
        solid += state != 0;
      ++chunks;
      x = x == region.max_x ? region.min_x : x + 1;
      z += x == region.min_x;
      return true;
    });
    EXPECT_EQ(chunks, 15u);
    EXPECT_GT(solid, 15u * 1000);
  }

  static TemporaryFolder *temporary;
  void *library = nullptr;
  const Setting driver{"TERRANE_CUDA_DRIVER", TERRANE_FAKE_CUDA_DRIVER};
  const Setting kernels{"FAKE_CUDA_KERNELS", folder() + "/generator.cuda-host.so"};
};
TemporaryFolder *DeviceBundle::temporary = nullptr;

/// The status and the message of what `run` throws.
template <class Run> std::pair<int, std::string> errorOf(Run &&run) {
  try {
    run();
  } catch (const terrane::Error &error) {
    return {error.status(), error.what()};
  }
  return {TERRANE_OK, ""};
}

TEST_F(DeviceBundle, DeliversTheChunksOfTheCpu) {
  for (int32_t maxChunks : {0, 1, 4, 7}) {
    const terrane_device_options given = options(maxChunks);
    terrane::Device device = terrain().device(&given);
    EXPECT_EQ(device.name(), "Fake GPU 0");
    compare(device, region());
    compare(device, region(3));
  }
  terrane::Device device = terrain().device();
  for (int32_t stage : {TERRANE_STAGE_FILL, TERRANE_STAGE_MATERIALS})
    compare(device, region(0, stage));
}

TEST_F(DeviceBundle, ADeliveryEndsTheRegion) {
  terrane::Device device = terrain().device();
  int chunks = 0;
  device.generate(region(), [&](const terrane_region_chunk &) { return ++chunks < 4; });
  EXPECT_EQ(chunks, 4);
  EXPECT_THROW(device.generate(region(2), [](const terrane_region_chunk &) -> bool { throw 7; }),
               int);
  compare(device, region());
}

TEST_F(DeviceBundle, PlansItsMemory) {
  const terrane_device_options small = options(2);
  terrane::Device one = terrain().device(), two = terrain().device(&small);
  const terrane_device_memory a = one.plan(region()), b = two.plan(region());
  EXPECT_GT(a.world, 0);
  EXPECT_EQ(a.world, b.world);
  EXPECT_GT(a.device, b.device);
  EXPECT_GT(a.pinned, b.pinned);
  EXPECT_GT(b.device, 0);
  EXPECT_GT(b.pinned, 0);
}

TEST_F(DeviceBundle, FailuresHaveAStatus) {
  terrane::Device device = terrain().device();
  auto generate = [&] {
    return errorOf(
        [&] { device.generate(region(), [](const terrane_region_chunk &) { return true; }); });
  };
  {
    const Setting little("FAKE_CUDA_MEMORY", "100000");
    const auto [status, text] = generate();
    EXPECT_EQ(status, TERRANE_ERROR_DEVICE_MEMORY);
    EXPECT_NE(text.find("cuMemAlloc_v2 of "), std::string::npos) << text;
  }
  compare(device, region()); // still usable
  const Setting fault("FAKE_CUDA_FAIL", "cuLaunchKernel:5=700");
  fakeReset();
  const auto [status, text] = generate();
  EXPECT_EQ(status, TERRANE_ERROR_DEVICE);
  EXPECT_NE(text.find("cuLaunchKernel of "), std::string::npos) << text;
  EXPECT_EQ(generate().first, TERRANE_ERROR_DEVICE); // lost for good
}

TEST_F(DeviceBundle, AFailureInTheMiddleEndsTheRegion) {
  const terrane_device_options given = options(3);
  terrane::Device device = terrain().device(&given);
  const Setting fault("FAKE_CUDA_FAIL", "cuLaunchKernel:120=700");
  fakeReset();
  int chunks = 0;
  const auto [status, text] = errorOf([&] {
    device.generate(region(), [&](const terrane_region_chunk &) { return ++chunks > 0; });
  });
  EXPECT_EQ(status, TERRANE_ERROR_DEVICE);
  EXPECT_NE(text.find("cuLaunchKernel of "), std::string::npos) << text;
  EXPECT_GT(chunks, 0);
  EXPECT_LT(chunks, 15);
}

TEST_F(DeviceBundle, TheCpuMakesTheRest) {
  std::vector<std::string> warnings;
  terrane_device_options given = options(3, /*fallBack=*/true);
  given.user = &warnings;
  given.warn = [](void *user, const char *message) {
    static_cast<std::vector<std::string> *>(user)->emplace_back(message);
  };
  {
    terrane::Device device = terrain().device(&given);
    const Setting fault("FAKE_CUDA_FAIL", "cuLaunchKernel:120=700");
    fakeReset();
    compare(device, region());
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("; the rest is made on the CPU"), std::string::npos) << warnings[0];
  }
  fakeReset();
  warnings.clear();
  const Setting none("TERRANE_CUDA_DRIVER", "/nonexistent/libcuda.so.1");
  terrane::Device device = terrain().device(&given);
  EXPECT_EQ(device.name(), "the CPU");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("; all is made on the CPU"), std::string::npos) << warnings[0];
  compare(device, region());
  EXPECT_EQ(errorOf([&] { device.plan(region()); }).first, TERRANE_ERROR_DEVICE);
}

TEST_F(DeviceBundle, WhatIsMissingIsNamed) {
  const auto [status, text] =
      errorOf([&] { terrane::Bundle(plain()).terrain(dimension, 42).device(); });
  EXPECT_EQ(status, TERRANE_ERROR_NO_LIBRARY);
  EXPECT_EQ(text, plain() + ": holds no PTX of 'demo:legacy'; compile it with '--target so,ptx' "
                            "for devices");
  // Chunks whose caches can be seen; and a text that is another's.
  const Setting theirs("FAKE_CUDA_KERNELS", other() + "/generator.cuda-host.so");
  const auto refused = errorOf([&] { terrane::Bundle(other()).terrain("demo:demo", 42).device(); });
  EXPECT_EQ(refused.first, TERRANE_ERROR_DEVICE);
  EXPECT_EQ(refused.second.find("chunks cannot be made in batches: "), 0u) << refused.second;
  {
    const Setting none("TERRANE_CUDA_DRIVER", "/nonexistent/libcuda.so.1");
    const auto missing = errorOf([&] { terrain().device(); });
    EXPECT_EQ(missing.first, TERRANE_ERROR_DEVICE);
    EXPECT_NE(missing.second.find("TERRANE_CUDA_DRIVER"), std::string::npos) << missing.second;
  }
  terrane_device_options second = options(0);
  second.ordinal = 1;
  EXPECT_EQ(errorOf([&] { terrain().device(&second); }),
            std::pair(int(TERRANE_ERROR_DEVICE),
                      std::string("there is no device 1; the machine has 0 (Fake GPU 0)")));
  writeAll(other() + "/generator.ptx", "damaged");
  EXPECT_EQ(errorOf([&] { terrane::Bundle(other()).terrain("demo:demo", 42).device(); }).first,
            TERRANE_ERROR_DAMAGED);
}

TEST_F(DeviceBundle, RefusesWrongArguments) {
  terrane_error error = {};
  terrane_device *device = reinterpret_cast<terrane_device *>(1);
  terrane_device_options wrong = options(-1);
  terrane::Terrain opened = terrain();
  EXPECT_EQ(terrane_device_open(nullptr, nullptr, &device, &error), TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(device, nullptr);
  EXPECT_EQ(terrane_device_open(opened.get(), &wrong, &device, &error), TERRANE_ERROR_ARGUMENT);
  wrong = options(1);
  wrong.size = 3;
  EXPECT_EQ(terrane_device_open(opened.get(), &wrong, &device, &error), TERRANE_ERROR_ARGUMENT);
  terrane_device_close(nullptr);
  EXPECT_EQ(terrane_device_name(nullptr), nullptr);
  std::vector<terrane_region> regions(6, region());
  regions[0].size = 0;
  regions[1].max_x = -3;
  regions[2].min_z = -134217728;
  regions[3].last_stage = 4;
  regions[4].threads = -1;
  regions[5].max_z = 2;
  const terrane_device_options missing = options(1, /*fallBack=*/true);
  const Setting none("TERRANE_CUDA_DRIVER", "/nonexistent/libcuda.so.1");
  terrane::Device cpu = opened.device(&missing);
  for (const terrane_region &r : regions)
    EXPECT_EQ(
        errorOf([&] { cpu.generate(r, [](const terrane_region_chunk &) { return true; }); }).first,
        TERRANE_ERROR_ARGUMENT);
  EXPECT_EQ(terrane_device_generate(cpu.get(), &regions[0], nullptr, nullptr, &error),
            TERRANE_ERROR_ARGUMENT);
  terrane_device_memory memory = {};
  const terrane_region right = region();
  EXPECT_EQ(terrane_device_plan(cpu.get(), &right, &memory, &error), TERRANE_ERROR_ARGUMENT);
}

} // namespace
