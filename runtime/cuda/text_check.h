//===- text_check.h - Whether a text and a module belong together ---------===//
//
// The kernels of a text index entries and noises that the host seeds by a KernelModule, which may
// come from another file. Both number them by appearance in one graph; a text says by which names.
//
//   terrane_names     u64: NamesHash of its entries and noises
//   terrane_no_batch  text, ends with a zero: why it makes no batches of chunks; empty: it does
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_TEXT_CHECK_H
#define TERRANE_RUNTIME_CUDA_TEXT_CHECK_H

#include "runtime/cuda/device.h"
#include "runtime/kernel/abi.h"

#include <string_view>

namespace terrane::rt::cuda {

/// FNV-1a of 64 bits over names in their order: those of all entries, then kind (`Density`, ...)
/// and id of each noise, "" where it has none. A zero follows each name. It guards against
/// mistakes.
class NamesHash {
public:
  void add(std::string_view name) {
    for (char c : name)
      addByte(u8(c));
    addByte(0);
  }
  u64 value() const { return hash; }

  /// Of the first `numEntries` entries of a module and its noises.
  static u64 of(const KernelModule &module, i32 numEntries);

private:
  void addByte(u8 byte) { hash = (hash ^ byte) * 0x100000001B3; }
  u64 hash = 0xCBF29CE484222325;
};

/// Throws DeviceError::Absent where the text on the device makes no batches of chunks, or where it
/// was not made with this module.
void checkText(Device &device, const KernelModule &module);

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_TEXT_CHECK_H
