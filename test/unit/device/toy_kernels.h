//===- toy_kernels.h - Kernels that both kinds of device run in tests -----===//

#ifndef TERRANE_TEST_UNIT_DEVICE_TOY_KERNELS_H
#define TERRANE_TEST_UNIT_DEVICE_TOY_KERNELS_H

#include "runtime/noise/stack.h"

namespace terrane::toys {

using namespace terrane::rt;

/// out[t] = 3 t + 1
struct Index {
  i32 *out;
  i64 count;
};
inline void index(i64 thread, const void *parameter) {
  const Index &a = *static_cast<const Index *>(parameter);
  if (thread < a.count)
    a.out[thread] = i32(3 * thread + 1);
}

/// to[t] = from[t] + add
struct Add {
  const i32 *from;
  i32 *to;
  i64 count;
  i32 add;
};
inline void add(i64 thread, const void *parameter) {
  const Add &a = *static_cast<const Add *>(parameter);
  if (thread < a.count)
    a.to[thread] = a.from[thread] + a.add;
}

/// out[s]: the sum of the frequencies of stack s, through the device's pointers.
struct Frequencies {
  const NoiseStack *stacks;
  f64 *out;
  i64 count;
};
inline void frequencies(i64 thread, const void *parameter) {
  const Frequencies &a = *static_cast<const Frequencies *>(parameter);
  if (thread >= a.count)
    return;
  f64 sum = 0;
  for (i32 l = 0; l < a.stacks[thread].count; ++l)
    sum = sum + a.stacks[thread].layers[l].frequency;
  a.out[thread] = sum;
}

/// As large as a parameter may be.
struct Large {
  i32 *out;
  u8 bytes[4096 - sizeof(i32 *)];
};
inline void large(i64 thread, const void *parameter) {
  const Large &a = *static_cast<const Large *>(parameter);
  if (thread == 0)
    *a.out = a.bytes[sizeof(a.bytes) - 1];
}

inline const i32 table[4] = {2, 3, 5, 7}; ///< symbol "toy_table"

} // namespace terrane::toys

#endif // TERRANE_TEST_UNIT_DEVICE_TOY_KERNELS_H
