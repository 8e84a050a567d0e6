//===- upload.cpp - Putting tables on a device ----------------------------===//

#include "runtime/cuda/upload.h"

#include "runtime/noise/simplex.h"

#include <cstring>

using namespace terrane::rt;
using namespace terrane::rt::cuda;

// The layout on a device, by the rules that its compiler shares with this one.
static_assert(sizeof(void *) == 8, "the device's pointers have 64 bits");
static_assert(sizeof(PerlinTable) == 792 && alignof(PerlinTable) == 8);
static_assert(sizeof(SimplexTable) == 280 && alignof(SimplexTable) == 8);
static_assert(sizeof(NoiseLayer) == 824 && alignof(NoiseLayer) == 8);
static_assert(offsetof(NoiseLayer, frequency) == 792 && offsetof(NoiseLayer, amplitude) == 800 &&
              offsetof(NoiseLayer, smear) == 808 && offsetof(NoiseLayer, perSmear) == 816);
static_assert(sizeof(NoiseStack) == 16 && offsetof(NoiseStack, count) == 8);
static_assert(std::is_trivially_copyable_v<NoiseLayer> && std::is_standard_layout_v<NoiseLayer>);
static_assert(std::is_trivially_copyable_v<NoiseStack> && std::is_standard_layout_v<NoiseStack>);

DeviceBuffer cuda::uploadBytes(Device &device, const void *data, i64 bytes, int stream) {
  DeviceBuffer buffer(device, bytes);
  if (bytes > 0) {
    device.upload(buffer.address(), data, bytes, stream);
    device.synchronize(stream);
  }
  return buffer;
}

DeviceTables cuda::uploadTables(Device &device, const std::vector<TableBytes> &tables, int stream) {
  constexpr i64 alignment = 16;
  i64 total = 0;
  for (const TableBytes &table : tables)
    total += (table.bytes + alignment - 1) & -alignment;
  std::vector<u8> data(size_t(total), 0);
  std::vector<Device::Address> pointers(tables.size(), 0);
  DeviceTables result;
  result.data = DeviceBuffer(device, total);
  i64 offset = 0;
  for (size_t i = 0; i < tables.size(); ++i) {
    if (!tables[i].data)
      continue;
    if (tables[i].bytes > 0)
      std::memcpy(data.data() + offset, tables[i].data, size_t(tables[i].bytes));
    pointers[i] = result.data.address() + u64(offset);
    offset += (tables[i].bytes + alignment - 1) & -alignment;
  }
  if (total > 0)
    device.upload(result.data.address(), data.data(), total, stream);
  result.pointers = uploadArray(device, pointers, stream);
  device.synchronize(stream);
  return result;
}

DeviceNoises cuda::uploadNoises(Device &device, const NoiseStack *stacks, i32 count, int stream) {
  std::vector<NoiseLayer> layers;
  for (i32 i = 0; i < count; ++i)
    layers.insert(layers.end(), stacks[i].layers, stacks[i].layers + stacks[i].count);
  DeviceNoises result;
  result.layers = uploadArray(device, layers, stream);
  std::vector<NoiseStack> views;
  i64 offset = 0;
  for (i32 i = 0; i < count; ++i) {
    views.push_back({result.layers.as<const NoiseLayer>(offset), stacks[i].count});
    offset += i64(sizeof(NoiseLayer)) * stacks[i].count;
  }
  result.stacks = uploadArray(device, views, stream);
  return result;
}

std::vector<u8> cuda::downloadSymbol(Device &device, const std::string &name, i64 elementBytes,
                                     int stream) {
  i64 bytes = 0;
  const Device::Address address = device.symbol(name, bytes);
  if (!address)
    throw DeviceError(DeviceError::Absent, "the text has no table " + name);
  if (bytes % elementBytes != 0)
    throw DeviceError(DeviceError::Absent,
                      "table " + name + " of the text has " + std::to_string(bytes) +
                          " bytes, not a multiple of " + std::to_string(elementBytes));
  std::vector<u8> data(size_t(bytes), 0);
  if (bytes > 0) {
    device.download(data.data(), address, bytes, stream);
    device.synchronize(stream);
  }
  return data;
}
