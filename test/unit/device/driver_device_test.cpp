//===- driver_device_test.cpp - A GPU through the fake driver -------------===//

#include "test/unit/device/fake_driver.h"
#include "test/unit/device/toy_kernels.h"

#include <functional>
#include <memory>
#include <thread>
#include <tuple>

using namespace terrane;
using namespace terrane::rt;
using namespace terrane::rt::cuda;
using namespace terrane::test;

namespace {

using DriverDevice = FakeDriver;

/// Launches toy_index over a buffer of `count`.
void launchIndex(Device &device, const DeviceBuffer &buffer, i64 count, int stream) {
  const toys::Index index = {buffer.as<i32>(), count};
  device.launch(device.kernel("toy_index"), count, &index, sizeof(index), stream);
}

TEST_F(DriverDevice, RunsKernelsAndCopies) {
  auto gpu = device();
  EXPECT_EQ(gpu->name(), "Fake GPU 0");
  EXPECT_EQ(gpu->freeBytes(), i64(1) << 30);
  const i64 count = 300;
  const DeviceBuffer from(*gpu, 4 * count), to(*gpu, 4 * count);
  EXPECT_EQ(from.address() % 256, 0u);
  EXPECT_EQ(gpu->freeBytes(), (i64(1) << 30) - 8 * count);
  launchIndex(*gpu, from, count, 0);
  {
    // The parameter is copied by the call.
    toys::Add add = {from.as<i32>(), to.as<i32>(), count, 100};
    gpu->launch(gpu->kernel("toy_add"), count, &add, sizeof(add), 0);
    add = {};
  }
  std::vector<i32> values(count);
  gpu->download(values.data(), to.address(), 4 * count, 0);
  gpu->synchronize(0);
  for (i64 i = 0; i < count; ++i)
    ASSERT_EQ(values[i], 3 * i + 101);
  EXPECT_EQ(this->count("cuLaunchKernel toy_index 3 x 128 stream 0"), 1);

  gpu->fill(to.address(), 7, 4, 1);
  values[5] = -5;
  gpu->upload(to.address() + 4, &values[5], 4, 1);
  gpu->download(values.data(), to.address(), 8, 1);
  gpu->synchronize(1);
  EXPECT_EQ(values[0], 0x07070707);
  EXPECT_EQ(values[1], -5);
}

TEST_F(DriverDevice, NothingIsGivenForNothing) {
  auto gpu = device();
  const DeviceBuffer empty(*gpu, 0);
  EXPECT_NE(empty.address(), 0u);
  launchIndex(*gpu, empty, 0, 0);
  gpu->upload(empty.address(), nullptr, 0, 0);
  gpu->download(nullptr, empty.address(), 0, 0);
  gpu->fill(empty.address(), 1, 0, 0);
  gpu->order(1, 1);
  EXPECT_EQ(count("cuLaunchKernel") + count("cuMemcpy") + count("cuMemset") + count("cuEventRec"),
            0);
}

TEST_F(DriverDevice, FindsKernelsAndTablesByName) {
  auto gpu = device();
  EXPECT_TRUE(gpu->kernel("toy_add"));
  EXPECT_EQ(gpu->kernel("toy_add"), gpu->kernel("toy_add"));
  EXPECT_EQ(count("cuModuleGetFunction toy_add"), 1);
  EXPECT_FALSE(gpu->kernel("nobody"));
  i64 bytes = 0;
  EXPECT_TRUE(gpu->symbol("toy_table", bytes));
  EXPECT_EQ(bytes, 16);
  EXPECT_FALSE(gpu->symbol("nobody", bytes));
  EXPECT_EQ(bytes, 0);
  const auto [kind, text] = thrownBy([&] { gpu->launch(nullptr, 1, &bytes, 8, 0); });
  EXPECT_EQ(kind, DeviceError::Absent);
  EXPECT_EQ(text, "launch of a kernel that the text does not have");
}

TEST_F(DriverDevice, ParametersHave4096BytesAtMost) {
  auto gpu = device();
  const DeviceBuffer out(*gpu, 4);
  auto large = std::make_unique<toys::Large>();
  large->out = out.as<i32>();
  large->bytes[sizeof(large->bytes) - 1] = 77;
  static_assert(sizeof(toys::Large) == 4096);
  gpu->launch(gpu->kernel("toy_large"), 1, large.get(), 4096, 0);
  i32 value = 0;
  gpu->download(&value, out.address(), 4, 0);
  gpu->synchronize(0);
  EXPECT_EQ(value, 77);
  const auto [kind, text] =
      thrownBy([&] { gpu->launch(gpu->kernel("toy_large"), 1, large.get(), 4097, 0); });
  EXPECT_EQ(kind, DeviceError::Absent);
  EXPECT_EQ(text, "the parameter of kernel toy_large has 4097 bytes; a device takes 4096");
  EXPECT_EQ(count("cuLaunchKernel"), 1);
  EXPECT_EQ(thrownBy([&] {
              gpu->launch(gpu->kernel("toy_large"), i64(1) << 40, large.get(), 8, 0);
            }).first,
            DeviceError::Absent);
  EXPECT_EQ(count("cuLaunchKernel"), 1);
}

TEST_F(DriverDevice, StreamsAreOrderedByEvents) {
  auto gpu = device();
  const i64 count = 10;
  const DeviceBuffer from(*gpu, 4 * count), to(*gpu, 4 * count);
  std::vector<i32> values(count);
  const toys::Add add = {from.as<i32>(), to.as<i32>(), count, 1};
  // Uploaded on one stream, computed on the next, fetched on a third: what is fetched is what was
  // computed only if each waits. Then the first waits before it overwrites.
  for (i32 round = 1; round < 4; ++round) {
    const std::vector<i32> given(count, round);
    gpu->upload(from.address(), given.data(), 4 * count, 0);
    gpu->order(1, 0);
    gpu->launch(gpu->kernel("toy_add"), count, &add, sizeof(add), 1);
    gpu->order(2, 1);
    gpu->download(values.data(), to.address(), 4 * count, 2);
    gpu->order(0, 2);
    gpu->synchronize(2);
    EXPECT_EQ(values, std::vector<i32>(count, round + 1));
  }
  EXPECT_EQ(this->count("cuEventRecord"), 9);
  EXPECT_EQ(this->count("cuStreamWaitEvent"), 9);
  EXPECT_EQ(this->count("run toy_add"), 3);
  EXPECT_EQ(this->count("cuStreamCreate 1"), Device::streams);
  for (int stream = 0; stream < Device::streams; ++stream)
    gpu->synchronize(stream);
}

TEST_F(DriverDevice, WithoutOrderStreamsDoNotWait) {
  // What the test above shows is shown by the fake alone: here nothing has run.
  auto gpu = device();
  const DeviceBuffer buffer(*gpu, 4);
  i32 value = 0;
  launchIndex(*gpu, buffer, 1, 0);
  gpu->download(&value, buffer.address(), 4, 1);
  gpu->synchronize(1);
  EXPECT_NE(value, 1);
  gpu->synchronize(0);
}

TEST_F(DriverDevice, AnyThreadMayUseIt) {
  auto gpu = device();
  std::thread other([&] {
    const DeviceBuffer buffer(*gpu, 4);
    launchIndex(*gpu, buffer, 1, 0);
    gpu->synchronize(0);
  });
  other.join();
  EXPECT_EQ(count("cuCtxPushCurrent_v2"), count("cuCtxPopCurrent_v2"));
}

TEST_F(DriverDevice, MemoryIsReleasedOnlyWhenNothingUsesIt) {
  auto gpu = device();
  void *pinned = gpu->allocatePinned(400);
  {
    const DeviceBuffer buffer(*gpu, 400);
    launchIndex(*gpu, buffer, 100, 0);
    gpu->order(1, 0);
    gpu->download(pinned, buffer.address(), 400, 1);
  } // the fake tells of memory that goes while a stream has work
  EXPECT_EQ(static_cast<i32 *>(pinned)[99], 298);
  gpu->releasePinned(pinned);
}

TEST_F(DriverDevice, OutOfMemoryLeavesItUsable) {
  const Setting memory("FAKE_CUDA_MEMORY", "1000");
  auto gpu = device();
  const DeviceBuffer buffer(*gpu, 600);
  auto [kind, text] = thrownBy([&] { DeviceBuffer(*gpu, 401); });
  EXPECT_EQ(kind, DeviceError::OutOfMemory);
  EXPECT_EQ(text, "cuMemAlloc_v2 of 401 bytes failed on Fake GPU 0: CUDA_ERROR_OUT_OF_MEMORY (2): "
                  "out of memory");
  EXPECT_EQ(thrownBy([&] { DeviceBuffer(*gpu, -1); }).first, DeviceError::OutOfMemory);
  EXPECT_EQ(thrownBy([&] { gpu->allocatePinned(-1); }).first, DeviceError::OutOfMemory);
  const DeviceBuffer fits(*gpu, 400);
  launchIndex(*gpu, fits, 100, 0);
  gpu->synchronize(0);

  const Setting fail("FAKE_CUDA_FAIL", "cuMemHostAlloc:1=2,cuLaunchKernel:2=2");
  EXPECT_EQ(thrownBy([&] { gpu->allocatePinned(8); }).first, DeviceError::OutOfMemory);
  std::tie(kind, text) = thrownBy([&] { launchIndex(*gpu, fits, 100, 0); });
  EXPECT_EQ(kind, DeviceError::OutOfMemory);
  EXPECT_EQ(text.find("cuLaunchKernel of toy_index on stream 0 failed"), 0u) << text;
  launchIndex(*gpu, fits, 100, 0);
  gpu->synchronize(0);
}

TEST_F(DriverDevice, AFailingKernelLosesTheDeviceAndIsNamed) {
  auto gpu = device();
  const DeviceBuffer buffer(*gpu, 4);
  launchIndex(*gpu, buffer, 1, 2);
  gpu->synchronize(2); // so toy_index is none of the suspects
  const i64 nothing = 0;
  gpu->launch(gpu->kernel("toy_fault"), 1, &nothing, 8, 1);
  const std::string expected = "cuStreamSynchronize of stream 1 failed on Fake GPU 0: "
                               "CUDA_ERROR_ILLEGAL_ADDRESS (700); launched last: kernel toy_fault "
                               "on stream 1";
  const std::pair<int, std::string> lost(DeviceError::Lost, expected);
  EXPECT_EQ(thrownBy([&] { gpu->synchronize(1); }), lost);
  // From now on everything says so, and releasing works.
  i32 value = 0;
  i64 bytes = 0;
  EXPECT_EQ(thrownBy([&] { DeviceBuffer(*gpu, 4); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->allocatePinned(4); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->freeBytes(); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->upload(buffer.address(), &value, 4, 0); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->download(&value, buffer.address(), 4, 0); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->fill(buffer.address(), 0, 4, 0); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->kernel("toy_add"); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->symbol("toy_table", bytes); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->order(0, 1); }), lost);
  EXPECT_EQ(thrownBy([&] { gpu->synchronize(0); }), lost);
  EXPECT_EQ(thrownBy([&] { launchIndex(*gpu, buffer, 1, 0); }), lost);
}

TEST_F(DriverDevice, AnyCallMayReportWhatFailed) {
  const struct {
    const char *rule;
    const char *name;
  } cases[] = {{"cuMemAlloc_v2:2=214", "CUDA_ERROR_ECC_UNCORRECTABLE (214)"},
               {"cuMemAlloc_v2:2=46", "CUDA_ERROR_DEVICE_UNAVAILABLE (46)"},
               {"cuMemAlloc_v2:2=719", "CUDA_ERROR_LAUNCH_FAILED (719)"},
               {"cuMemAlloc_v2:2=12345", "error 12345"}};
  for (const auto &each : cases) {
    TearDown();
    SetUp();
    const Setting fail("FAKE_CUDA_FAIL", each.rule);
    auto gpu = device();
    const DeviceBuffer buffer(*gpu, 400);
    launchIndex(*gpu, buffer, 100, 0);
    launchIndex(*gpu, buffer, 100, 2);
    const auto [kind, text] = thrownBy([&] { DeviceBuffer(*gpu, 8); });
    EXPECT_EQ(kind, DeviceError::Lost);
    EXPECT_EQ(text, std::string("cuMemAlloc_v2 of 8 bytes failed on Fake GPU 0: ") + each.name +
                        "; launched last: kernel toy_index on stream 0, kernel toy_index on "
                        "stream 2");
  }
}

TEST_F(DriverDevice, TheLogOfTheDriverIsInTheMessage) {
  auto load = [](const std::string &text) { makeDriverDevice(text, 0, open()); };
  auto [kind, text] = thrownBy([&] { load(".target sm_80\nbad\n"); });
  EXPECT_EQ(kind, DeviceError::Absent);
  EXPECT_EQ(text, "cuModuleLoadDataEx failed on Fake GPU 0: CUDA_ERROR_INVALID_PTX (218)\nptxas "
                  "application ptx input, line 3; fatal : bad instruction");
  std::tie(kind, text) = thrownBy([&] { load(".target sm_100\n"); });
  EXPECT_EQ(kind, DeviceError::Absent);
  EXPECT_EQ(text,
            "the PTX is for sm_100, which needs a device of compute capability 10.0 or later; "
            "Fake GPU 0 has 9.0");
  const Setting fail("FAKE_CUDA_FAIL", "cuModuleLoadDataEx:2=222");
  std::tie(kind, text) = thrownBy([&] { load(ptx); });
  EXPECT_EQ(kind, DeviceError::Absent);
  EXPECT_EQ(text.find("the driver is of CUDA 12.4 and the PTX was made by a later NVRTC"), 0u)
      << text;
}

TEST_F(DriverDevice, EveryCallThatMayFailIsCheckedAndLeavesNothing) {
  // Each function fails at each of its calls in turn, with no memory and for good; the run ends
  // with that error and TearDown finds nothing left. Releasing functions are not told of.
  const std::vector<std::string> functions = {"cuDeviceGet",          "cuDevicePrimaryCtxRetain",
                                              "cuCtxPushCurrent_v2",  "cuModuleLoadDataEx",
                                              "cuStreamCreate",       "cuEventCreate",
                                              "cuModuleGetFunction",  "cuMemAlloc_v2",
                                              "cuMemHostAlloc",       "cuMemcpyHtoDAsync_v2",
                                              "cuMemsetD8Async",      "cuLaunchKernel",
                                              "cuEventRecord",        "cuStreamWaitEvent",
                                              "cuMemcpyDtoHAsync_v2", "cuStreamSynchronize",
                                              "cuMemGetInfo_v2",      "cuModuleGetGlobal_v2"};
  auto work = [] {
    auto driver = open();
    if (!*driver)
      throw DeviceError(DeviceError::Absent, driver->problem());
    auto gpu = makeDriverDevice(ptx, 0, driver);
    i32 host[8] = {};
    i64 bytes = 0;
    const DeviceBuffer from(*gpu, 32), to(*gpu, 32);
    const std::unique_ptr<void, std::function<void(void *)>> pinned(
        gpu->allocatePinned(32), [&](void *memory) { gpu->releasePinned(memory); });
    gpu->freeBytes();
    gpu->symbol("toy_table", bytes);
    gpu->upload(from.address(), host, 32, 0);
    gpu->fill(to.address(), 0, 32, 1);
    gpu->order(1, 0);
    const toys::Add add = {from.as<i32>(), to.as<i32>(), 8, 5};
    gpu->launch(gpu->kernel("toy_add"), 8, &add, sizeof(add), 1);
    gpu->download(pinned.get(), to.address(), 32, 1);
    gpu->synchronize(1);
    if (*static_cast<i32 *>(pinned.get()) != 5)
      throw DeviceError(DeviceError::Lost, "a wrong value");
  };
  int failures = 0;
  for (const std::string &function : functions)
    for (int code : {2, 700}) {
      int number = 1;
      for (bool failed = true; failed && number < 100; ++number) {
        TearDown();
        SetUp();
        const Setting fail("FAKE_CUDA_FAIL",
                           function + ":" + std::to_string(number) + "=" + std::to_string(code));
        const auto [kind, text] = thrownBy(work);
        failed = kind != -1;
        failures += failed;
        if (failed && text.find("device 0 cannot be used") == std::string::npos) {
          EXPECT_EQ(kind, code == 2 ? DeviceError::OutOfMemory : DeviceError::Lost) << text;
          EXPECT_NE(text.find(function), std::string::npos) << text;
        }
      }
      EXPECT_GT(number, 2) << function << " was not called";
    }
  EXPECT_GT(failures, 60);
}

TEST_F(DriverDevice, TakesCodeThatIsAssembledAlready) {
  auto driver = Driver::open(TERRANE_FAKE_CUDA_DRIVER);
  EXPECT_TRUE(makeDriverDevice("\177ELF" + std::string(60, 'x'), 0, driver)->kernel("toy_add"));
  EXPECT_EQ(thrownBy([&] { makeDriverDevice("\177EL", 0, driver); }).first, DeviceError::Absent);
}

TEST_F(DriverDevice, BoundsRegistersWhereAsked) {
  auto driver = Driver::open(TERRANE_FAKE_CUDA_DRIVER);
  makeDriverDevice(ptx, 0, driver);
  EXPECT_EQ(count("registers"), 0);
  makeDriverDevice(ptx, 0, driver, 96);
  EXPECT_EQ(count("registers 96\n"), 1);
}

TEST_F(DriverDevice, ReleasingNeverThrows) {
  const Setting fail("FAKE_CUDA_FAIL",
                     "cuMemFree_v2:1=700,cuMemFreeHost:1=1,cuEventDestroy_v2:1=700,"
                     "cuStreamDestroy_v2:1=700,cuModuleUnload:1=700,"
                     "cuDevicePrimaryCtxRelease_v2:1=700");
  auto gpu = device();
  gpu->releasePinned(gpu->allocatePinned(4));
  gpu->releasePinned(nullptr);
  gpu->release(0);
  DeviceBuffer(*gpu, 4);
}

} // namespace
