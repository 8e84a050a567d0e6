//===- bit_source.h - Outputs derived from next(k) (spec 20, 2.2 and 2.4) -===//
//
// Kernel-safe. The legacy generator and the world-generation wrapper differ only in their primitive
// next(k), "the next k bits as an i32". `Source` has it as a member.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_RANDOM_BIT_SOURCE_H
#define TERRANE_RUNTIME_RANDOM_BIT_SOURCE_H

#include "runtime/math/java.h"

namespace terrane::rt::bits {

/// In [0, bound); precondition: bound > 0.
template <class Source> TERRANE_FN i32 nextInt(Source &source, i32 bound) {
  if ((bound & (bound - 1)) == 0)
    return i32((i64(bound) * i64(source.next(31))) >> 31);
  i32 v, m;
  do {
    v = source.next(31);
    m = v % bound;
  } while (wrapAdd(wrapSub(v, m), bound - 1) < 0);
  return m;
}

/// The low half is sign-extended and added.
template <class Source> TERRANE_FN i64 nextLong(Source &source) {
  u64 high = u64(i64(source.next(32))) << 32;
  return i64(high + u64(i64(source.next(32))));
}

template <class Source> TERRANE_FN f32 nextFloat(Source &source) {
  return f32(source.next(24)) * 0x1p-24f;
}

template <class Source> TERRANE_FN f64 nextDouble(Source &source) {
  i64 high = i64(source.next(26)) << 27;
  return f64(high + source.next(27)) * 0x1p-53;
}

} // namespace terrane::rt::bits

#endif // TERRANE_RUNTIME_RANDOM_BIT_SOURCE_H
