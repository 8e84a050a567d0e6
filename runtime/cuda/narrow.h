//===- narrow.h - States of a batch as bytes, on a device -----------------===//
//
// Kernel-safe, for the CPU and the GPU. Where a world has at most 256 states, half of a download is
// zeros. `narrow_states` runs last, on all states of a batch.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_CUDA_NARROW_H
#define TERRANE_RUNTIME_CUDA_NARROW_H

#include "runtime/chunk/block_state.h"

namespace terrane::rt::cuda {

/// States of one thread: 16 bytes are read and 8 are written at a time.
constexpr i64 narrowStates = 8;

struct NarrowArguments {
  const StateId *from; ///< aligned to 16 bytes
  u8 *to;              ///< aligned to 8 bytes
  i64 count;           ///< a multiple of narrowStates
};

/// One thread of `narrow_states`: count / narrowStates of them.
TERRANE_FN void narrowSome(const NarrowArguments &a, i64 thread) {
  struct alignas(16) Wide {
    StateId states[narrowStates];
  };
  struct alignas(8) Bytes {
    u8 states[narrowStates];
  };
  if (thread >= a.count / narrowStates)
    return;
  const Wide wide = reinterpret_cast<const Wide *>(a.from)[thread];
  Bytes bytes;
  for (i64 i = 0; i < narrowStates; ++i)
    bytes.states[i] = u8(wide.states[i]);
  reinterpret_cast<Bytes *>(a.to)[thread] = bytes;
}

} // namespace terrane::rt::cuda

#endif // TERRANE_RUNTIME_CUDA_NARROW_H
