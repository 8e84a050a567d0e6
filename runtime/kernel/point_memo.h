//===- point_memo.h - Point requests that are made again in another context -===//
//
// Neighbouring chunks ask for the same points (an aquifer's cells serve nine of them), each in a
// context of its own, where caches start empty. A request is remembered with what it did to cells,
// and done again by writing the same to the same cells.
//
// That is exact. A point request to a context without user fields is a function of the block and of
// what the cells answer. A request is kept only if every cell that it read had no answer (neither
// slot nor retained volume), but for slots that it had filled itself, and if no cell was filled
// twice: then nothing but the block went into its value, and what it leaves behind is one new slot
// per cell. It is done again only where each of these cells has no answer either: then the
// evaluation would go the same way, reading the same cells in the same order, to the same value and
// the same slots.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_POINT_MEMO_H
#define TERRANE_RUNTIME_KERNEL_POINT_MEMO_H

#include "runtime/kernel/abi.h"

#include <vector>

namespace terrane::rt {

/// The point requests of one module and world, by entry and block; a new one takes the place of an
/// old one. Not thread-safe. Memory: about 4 MB once something was asked.
class PointMemo {
public:
  /// As the entry's point function. `context` has caches and no user fields.
  f32 point(const KernelModule &module, KernelContext &context, i32 entry, i32 x, i32 y, i32 z);

private:
  struct Request {
    i32 entry = -1;
    i32 x = 0, y = 0, z = 0;
    f32 value = 0;
    KernelJournal journal;
  };
  static bool again(KernelContext &context, const KernelJournal &journal);

  std::vector<Request> requests;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_KERNEL_POINT_MEMO_H
