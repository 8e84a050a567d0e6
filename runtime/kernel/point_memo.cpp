//===- point_memo.cpp - Point requests that are made again in another context -===//

#include "runtime/kernel/point_memo.h"

#include "runtime/kernel/point_ops.h"

namespace terrane::rt {

constexpr std::size_t numRequests = 1 << 14;

static std::size_t slotOf(i32 entry, i32 x, i32 y, i32 z) {
  u64 h = u64(u32(x)) * 0x9E3779B97F4A7C15ull ^ u64(u32(z)) * 0xC2B2AE3D27D4EB4Full ^
          u64(u32(y)) * 0x165667B19E3779F9ull ^ u64(u32(entry)) * 0x27D4EB2F165667C5ull;
  return std::size_t(h ^ h >> 32) & (numRequests - 1);
}

/// Does to the cells what the request did, if they would answer as they did then.
bool PointMemo::again(KernelContext &context, const KernelJournal &journal) {
  for (i32 i = 0; i < journal.count; ++i) {
    const KernelJournal::Read &r = journal.reads[i];
    const KernelCell &cell = context.cells[r.cell];
    if ((cell.key == blockKey(r.x, r.y, r.z) && !isNaN(cell.value)) ||
        (cell.retained && latticeIndex(cell.volume, r.x, r.y, r.z) >= 0))
      return false;
  }
  for (i32 i = 0; i < journal.count; ++i) {
    const KernelJournal::Read &r = journal.reads[i];
    context.cells[r.cell].key = blockKey(r.x, r.y, r.z);
    context.cells[r.cell].value = r.value;
  }
  return true;
}

f32 PointMemo::point(const KernelModule &module, KernelContext &context, i32 entry, i32 x, i32 y,
                     i32 z) {
  if (requests.empty())
    requests.resize(numRequests);
  Request &request = requests[slotOf(entry, x, y, z)];
  bool known = request.entry == entry && request.x == x && request.y == y && request.z == z;
  if (known && again(context, request.journal))
    return request.value;
  KernelJournal journal;
  journal.count = 0;
  journal.unusable = 0;
  context.journal = &journal;
  f32 value = module.entries[entry].point(&context, x, y, z);
  context.journal = nullptr;
  if (!journal.unusable) {
    request.entry = entry;
    request.x = x;
    request.y = y;
    request.z = z;
    request.value = value;
    request.journal = journal;
  }
  return value;
}

} // namespace terrane::rt
