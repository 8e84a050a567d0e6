//===- scratch.h - Scratch memory of a sampler context --------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_SCRATCH_H
#define TERRANE_RUNTIME_KERNEL_SCRATCH_H

#include "runtime/math/base.h"

#include <vector>

namespace terrane::rt {

/// A stack of memory, aligned to 64 bytes, that keeps what it once got. One thread at a time.
///
/// Memory comes from blocks. Whenever the stack becomes empty its blocks are merged into one that
/// is as large as the stack ever was, so a sequence of pushes and pops that ran once allocates
/// nothing when it runs again.
class ScratchStack {
public:
  static constexpr i64 alignment = 64;

  ScratchStack() = default;
  ScratchStack(const ScratchStack &) = delete;
  ScratchStack &operator=(const ScratchStack &) = delete;
  ~ScratchStack();

  /// At least `bytes` bytes of undefined content; never null, also for 0. Where there is no memory,
  /// or the size is negative, the process ends with a message: generated code has no way to fail.
  void *push(i64 bytes);
  /// Releases the memory of the last `push` that is not yet released; anything else ends the
  /// process with a message.
  void pop(void *memory);

  bool empty() const { return live.empty(); }
  /// Bytes held, used or not.
  i64 capacity() const;

private:
  struct Block {
    char *memory;
    i64 size, used;
  };
  struct Allocation {
    std::size_t block;
    i64 start;
  };

  void grow(i64 bytes);
  void addBlock(i64 size);
  void merge();

  std::vector<Block> blocks;
  std::vector<Allocation> live; ///< in order of their pushes
  std::size_t current = 0;      ///< all blocks after this one are unused
  i64 inUse = 0, mostInUse = 0;
};

/// Ends the process after a message on stderr.
[[noreturn]] void fatalError(const char *message);

/// Memory aligned to 64 bytes, never null; the process ends where there is none.
void *allocateAligned(i64 bytes);
void freeAligned(void *memory);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_SCRATCH_H
