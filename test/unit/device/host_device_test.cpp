//===- host_device_test.cpp - The CPU as a device -------------------------===//

#include "runtime/cuda/host_device.h"
#include "test/unit/device/fake_driver.h"
#include "test/unit/device/toy_kernels.h"

#include <atomic>
#include <memory>
#include <xmmintrin.h>

using namespace terrane;
using namespace terrane::rt;
using namespace terrane::rt::cuda;
using namespace terrane::test;

namespace {

/// Counts how often each thread's number runs.
struct Visits {
  std::atomic<i32> *times;
  i64 room;
  std::atomic<i64> *all;
};
void visit(i64 thread, const void *parameter) {
  const Visits &a = *static_cast<const Visits *>(parameter);
  ++*a.all;
  if (thread >= 0 && thread < a.room)
    ++a.times[thread];
}
void throwing(i64 thread, const void *) {
  if (thread == 700)
    throw std::runtime_error("seven hundred");
  if (thread == 12345)
    throw 5;
}
void mode(i64, const void *parameter) {
  if ((_mm_getcsr() & 0xFFC0) != 0x1F80)
    **static_cast<i32 *const *>(parameter) = 1;
}

const HostKernel list[] = {{"toy_index", sizeof(toys::Index), toys::index},
                           {"toy_add", sizeof(toys::Add), toys::add},
                           {"toy_large", sizeof(toys::Large), toys::large},
                           {"visit", sizeof(Visits), visit},
                           {"throwing", 8, throwing},
                           {"mode", sizeof(i32 *), mode}};
const HostSymbol symbols[] = {{"toy_table", toys::table, sizeof(toys::table)}};
const HostKernels kernels = {6, 1, list, symbols};

TEST(HostDevice, RunsEveryThreadOnceAndOneMore) {
  for (unsigned threads : {1u, 2u, 7u, 0u}) {
    auto cpu = makeHostDevice(kernels, threads);
    for (i64 count : {1, 2, 255, 256, 257, 511, 512, 5000}) {
      std::vector<std::atomic<i32>> times(size_t(count + 2));
      std::atomic<i64> all{0};
      const Visits visits = {times.data(), count + 2, &all};
      cpu->launch(cpu->kernel("visit"), count, &visits, sizeof(visits), 0);
      for (i64 i = 0; i <= count; ++i)
        ASSERT_EQ(times[size_t(i)], 1) << i << " of " << count << " on " << threads;
      EXPECT_EQ(times[size_t(count + 1)], 0);
      EXPECT_EQ(all, count + 1);
    }
    std::atomic<i64> all{0};
    const Visits visits = {nullptr, 0, &all};
    cpu->launch(cpu->kernel("visit"), 0, &visits, sizeof(visits), 0);
    EXPECT_EQ(all, 0);
  }
}

TEST(HostDevice, CopiesAndFills) {
  auto cpu = makeHostDevice(kernels, 2);
  EXPECT_EQ(cpu->name(), "the CPU");
  EXPECT_GT(cpu->freeBytes(), 0);
  const i64 count = 1000;
  const DeviceBuffer from(*cpu, 4 * count), to(*cpu, 4 * count), empty(*cpu, 0);
  for (const DeviceBuffer *buffer : {&from, &to, &empty}) {
    EXPECT_NE(buffer->address(), 0u);
    EXPECT_EQ(buffer->address() % 256, 0u);
  }
  const toys::Index index = {from.as<i32>(), count};
  cpu->launch(cpu->kernel("toy_index"), count, &index, sizeof(index), 0);
  cpu->order(1, 0);
  const toys::Add add = {from.as<i32>(), to.as<i32>(), count, 10};
  cpu->launch(cpu->kernel("toy_add"), count, &add, sizeof(add), 1);
  std::vector<i32> values(count);
  cpu->download(values.data(), to.address(), 4 * count, 1);
  cpu->synchronize(1);
  for (i64 i = 0; i < count; ++i)
    ASSERT_EQ(values[size_t(i)], 3 * i + 11);
  cpu->fill(to.address(), 7, 4, 1);
  cpu->upload(to.address() + 4, values.data(), 4, 2);
  cpu->download(values.data() + 1, to.address(), 8, 0);
  EXPECT_EQ(values[1], 0x07070707);
  EXPECT_EQ(values[2], 11);
  void *pinned = cpu->allocatePinned(10);
  EXPECT_EQ(reinterpret_cast<Device::Address>(pinned) % 256, 0u);
  cpu->releasePinned(pinned);
  cpu->releasePinned(nullptr);
  cpu->release(0);
}

TEST(HostDevice, FindsKernelsAndTablesByName) {
  auto cpu = makeHostDevice(kernels, 1);
  EXPECT_EQ(cpu->kernel("toy_add"), &list[1]);
  EXPECT_FALSE(cpu->kernel("nobody"));
  i64 bytes = 0;
  EXPECT_EQ(cpu->symbol("toy_table", bytes), reinterpret_cast<Device::Address>(toys::table));
  EXPECT_EQ(bytes, 16);
  EXPECT_EQ(cpu->symbol("nobody", bytes), 0u);
  EXPECT_EQ(bytes, 0);
  EXPECT_EQ(thrownBy([&] { cpu->launch(nullptr, 1, &bytes, 8, 0); }).first, DeviceError::Absent);
}

TEST(HostDevice, ParametersHave4096BytesAtMost) {
  auto cpu = makeHostDevice(kernels, 1);
  i32 value = 0;
  auto large = std::make_unique<toys::Large>();
  large->out = &value;
  large->bytes[sizeof(large->bytes) - 1] = 77;
  cpu->launch(cpu->kernel("toy_large"), 1, large.get(), 4096, 0);
  EXPECT_EQ(value, 77);
  const std::pair<int, std::string> expected(
      DeviceError::Absent, "the parameter of kernel toy_large has 4097 bytes; a device takes 4096");
  EXPECT_EQ(thrownBy([&] { cpu->launch(cpu->kernel("toy_large"), 1, large.get(), 4097, 0); }),
            expected);
}

TEST(HostDevice, MemoryHasALimitThatTestsCanSet) {
  auto cpu = makeHostDevice(kernels, 1, 1000);
  EXPECT_EQ(cpu->freeBytes(), 1000);
  {
    const DeviceBuffer buffer(*cpu, 600);
    EXPECT_EQ(cpu->freeBytes(), 400);
    const std::pair<int, std::string> expected(
        DeviceError::OutOfMemory, "no memory on the CPU for 401 bytes: 600 of 1000 are in use");
    EXPECT_EQ(thrownBy([&] { DeviceBuffer(*cpu, 401); }), expected);
    const DeviceBuffer fits(*cpu, 400);
    EXPECT_EQ(cpu->freeBytes(), 0);
  }
  EXPECT_EQ(cpu->freeBytes(), 1000);
  const DeviceBuffer all(*cpu, 1000);
  auto unlimited = makeHostDevice(kernels, 1);
  for (i64 bytes : {i64(-1), i64(1) << 61, i64(0x7FFFFFFFFFFFFFFF)}) {
    EXPECT_EQ(thrownBy([&] { DeviceBuffer(*unlimited, bytes); }).first, DeviceError::OutOfMemory);
    EXPECT_EQ(thrownBy([&] { unlimited->allocatePinned(bytes); }).first, DeviceError::OutOfMemory);
  }
}

TEST(HostDevice, NoExceptionOfAKernelCrosses) {
  for (unsigned threads : {1u, 4u}) {
    auto cpu = makeHostDevice(kernels, threads);
    const i64 nothing = 0;
    cpu->launch(cpu->kernel("throwing"), 100, &nothing, 8, 0);
    const std::pair<int, std::string> expected(DeviceError::Lost,
                                               "kernel throwing failed on the CPU: seven hundred");
    EXPECT_EQ(thrownBy([&] { cpu->launch(cpu->kernel("throwing"), 12000, &nothing, 8, 0); }),
              expected);
  }
}

TEST(HostDevice, KernelsRunInTheFloatModeOfTheGame) {
  const u32 found = _mm_getcsr();
  _mm_setcsr(found | 0x8040); // flushes denormals, as a host program's threads may
  i32 wrong = 0;
  i32 *out = &wrong;
  auto cpu = makeHostDevice(kernels, 3);
  cpu->launch(cpu->kernel("mode"), 5000, &out, sizeof(out), 0);
  const u32 after = _mm_getcsr();
  _mm_setcsr(found);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(after & 0x8040, 0x8040u);
}

} // namespace
