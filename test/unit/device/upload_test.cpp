//===- upload_test.cpp - Tables on both kinds of device -------------------===//

#include "runtime/cuda/host_device.h"
#include "runtime/cuda/upload.h"
#include "test/unit/device/fake_driver.h"
#include "test/unit/device/toy_kernels.h"

#include <cstring>

using namespace terrane;
using namespace terrane::rt;
using namespace terrane::rt::cuda;
using namespace terrane::test;

namespace {

using Upload = FakeDriver;

const HostKernel list[] = {{"toy_frequencies", sizeof(toys::Frequencies), toys::frequencies}};
const HostSymbol symbols[] = {{"toy_table", toys::table, sizeof(toys::table)}};
const HostKernels kernels = {1, 1, list, symbols};

/// Each kind of device; the fake's memory is the host's, so both may be looked into.
template <class F> void onBoth(F &&f) {
  f(*makeHostDevice(kernels, 2));
  f(*makeDriverDevice(".target sm_80\n", 0, Driver::open(TERRANE_FAKE_CUDA_DRIVER)));
}

TEST_F(Upload, ArraysAreThereWhenTheCallReturns) {
  onBoth([](Device &device) {
    DeviceBuffer buffer;
    {
      std::vector<i32> values = {4, 5, 6};
      buffer = uploadArray(device, values);
      std::memset(values.data(), 0, 12);
    }
    EXPECT_EQ(buffer.bytes(), 12);
    EXPECT_EQ(buffer.as<i32>()[0], 4);
    EXPECT_EQ(buffer.as<i32>(8)[0], 6);
    const f64 one = 1.5;
    EXPECT_EQ(*uploadArray(device, &one, 1, 2).as<f64>(), 1.5);
    EXPECT_NE(uploadArray(device, std::vector<i32>()).address(), 0u);
  });
}

TEST_F(Upload, TablesOfDifferentLengths) {
  onBoth([](Device &device) {
    const std::vector<std::vector<u8>> tables = {{1, 2, 3}, {}, std::vector<u8>(100, 9), {7}};
    const DeviceTables made = uploadTables(device, tables);
    const u8 *const *pointers = made.as<u8>();
    EXPECT_EQ(made.pointers.bytes(), 32);
    EXPECT_EQ(std::memcmp(pointers[0], "\1\2\3", 3), 0);
    EXPECT_EQ(std::vector<u8>(pointers[2], pointers[2] + 100), tables[2]);
    EXPECT_EQ(*pointers[3], 7);
    for (int i : {0, 2, 3})
      EXPECT_EQ(reinterpret_cast<Device::Address>(pointers[i]) % 16, 0u);
    const DeviceTables null = uploadTables(device, std::vector<TableBytes>{{nullptr, 0}});
    EXPECT_FALSE(null.as<u8>()[0]);
    EXPECT_EQ(uploadTables(device, std::vector<TableBytes>()).pointers.bytes(), 0);
  });
}

TEST_F(Upload, NoiseStacksPointToTheDevice) {
  std::vector<NoiseLayer> layers(5, NoiseLayer{});
  for (size_t i = 0; i < layers.size(); ++i)
    layers[i].frequency = f64(1 << i);
  const std::vector<NoiseStack> stacks = {
      {layers.data(), 2}, {nullptr, 0}, {layers.data() + 2, 3}, {layers.data(), 1}};
  onBoth([&](Device &device) {
    const DeviceNoises noises = uploadNoises(device, stacks.data(), i32(stacks.size()));
    EXPECT_EQ(noises.layers.bytes(), i64(6 * sizeof(NoiseLayer)));
    const DeviceBuffer out(device, 32);
    const toys::Frequencies parameter = {noises.noises(), out.as<f64>(), 4};
    device.launch(device.kernel("toy_frequencies"), 4, &parameter, sizeof(parameter), 1);
    f64 sums[4];
    device.download(sums, out.address(), 32, 1);
    device.synchronize(1);
    EXPECT_EQ(sums[0], 3.0);
    EXPECT_EQ(sums[1], 0.0);
    EXPECT_EQ(sums[2], 28.0);
    EXPECT_EQ(sums[3], 1.0);
    for (i32 i = 0; i < 2; ++i)
      EXPECT_NE(noises.noises()[i].layers, stacks[size_t(i)].layers);
    EXPECT_EQ(uploadNoises(device, nullptr, 0).stacks.bytes(), 0);
  });
}

TEST_F(Upload, TablesOfTheTextComeBack) {
  struct Three {
    i32 values[3];
  };
  onBoth([](Device &device) {
    EXPECT_EQ(downloadTable<i32>(device, "toy_table"), (std::vector<i32>{2, 3, 5, 7}));
    const std::pair<int, std::string> none(DeviceError::Absent, "the text has no table nobody"),
        odd(DeviceError::Absent, "table toy_table of the text has 16 bytes, not a multiple of 12");
    EXPECT_EQ(thrownBy([&] { downloadTable<i32>(device, "nobody"); }), none);
    EXPECT_EQ(thrownBy([&] { downloadTable<Three>(device, "toy_table"); }), odd);
  });
}

TEST_F(Upload, AFailureLeavesNothing) {
  const Setting fail("FAKE_CUDA_FAIL", "cuStreamSynchronize:2=700");
  auto gpu = device();
  const std::vector<std::vector<i32>> tables = {{1}, {2}};
  EXPECT_EQ(thrownBy([&] { uploadTables(*gpu, tables); }).first, DeviceError::Lost);
}

} // namespace
