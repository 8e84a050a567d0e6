//===- upload.h - Putting tables on a device ------------------------------===//
//
// For what is made once per world: each function waits until its tables are there, so what they
// were made of may go. Structures lie on the device as they do on the host, of the same compiler
// rules: 64 bits, no virtual functions.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_UPLOAD_H
#define TERRANE_RUNTIME_CUDA_UPLOAD_H

#include "runtime/cuda/device.h"
#include "runtime/noise/stack.h"

#include <string>
#include <type_traits>
#include <vector>

namespace terrane::rt::cuda {

/// Copies of `bytes` bytes, and none of 0.
DeviceBuffer uploadBytes(Device &device, const void *data, i64 bytes, int stream = 0);

/// `count` elements as they are; pointers in them must be the device's.
template <class T>
DeviceBuffer uploadArray(Device &device, const T *data, i64 count, int stream = 0) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>,
                "the device's compiler lays it out in the same way");
  return uploadBytes(device, data, count * i64(sizeof(T)), stream);
}
template <class T>
DeviceBuffer uploadArray(Device &device, const std::vector<T> &data, int stream = 0) {
  return uploadArray(device, data.data(), i64(data.size()), stream);
}

/// Tables of different lengths, and pointers to them.
struct DeviceTables {
  DeviceBuffer data, pointers;
  /// One pointer per table, on the device.
  template <class T> const T *const *as() const { return pointers.as<const T *const>(); }
};
struct TableBytes {
  const void *data; ///< null: a null pointer on the device, too
  i64 bytes;
};
/// Each table is aligned to 16 bytes.
DeviceTables uploadTables(Device &device, const std::vector<TableBytes> &tables, int stream = 0);

template <class T>
DeviceTables uploadTables(Device &device, const std::vector<std::vector<T>> &tables,
                          int stream = 0) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T> && alignof(T) <= 16,
                "the device's compiler lays it out in the same way");
  std::vector<TableBytes> bytes;
  for (const std::vector<T> &table : tables)
    bytes.push_back({table.data(), i64(table.size() * sizeof(T))});
  return uploadTables(device, bytes, stream);
}

/// Noise stacks: all layers in one buffer, one stack after the other, and the stacks with the
/// device's pointers.
struct DeviceNoises {
  DeviceBuffer layers, stacks;
  /// As of DeviceContext; valid as long as this is.
  const NoiseStack *noises() const { return stacks.as<const NoiseStack>(); }
};
DeviceNoises uploadNoises(Device &device, const NoiseStack *stacks, i32 count, int stream = 0);

/// A constant table of the device's text, back on the host. Throws DeviceError::Absent where the
/// text has no such table, or where its size is not one of `T`s.
std::vector<u8> downloadSymbol(Device &device, const std::string &name, i64 elementBytes,
                               int stream = 0);
template <class T>
std::vector<T> downloadTable(Device &device, const std::string &name, int stream = 0) {
  static_assert(std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T>,
                "the device's compiler lays it out in the same way");
  const std::vector<u8> bytes = downloadSymbol(device, name, i64(sizeof(T)), stream);
  std::vector<T> table(bytes.size() / sizeof(T));
  if (!table.empty())
    __builtin_memcpy(table.data(), bytes.data(), bytes.size());
  return table;
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_UPLOAD_H
