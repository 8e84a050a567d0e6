//===- hashes.h - Hashes of names (spec 20, 2.7) --------------------------===//
//
// The hash of a block position is `blockHash` in runtime/math/java.h, where kernels can use it.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_RUNTIME_RANDOM_HASHES_H
#define TERRANE_RUNTIME_RANDOM_HASHES_H

#include "runtime/random/xoroshiro.h"
#include <string_view>

namespace terrane::rt {

/// MD5 of the UTF-8 bytes; both words are read big-endian.
SeedPair md5Pair(std::string_view name);

/// `h = 31 h + c` over the UTF-16 code units of a UTF-8 text. Ill-formed bytes count as U+FFFD
/// each.
i32 javaStringHash(std::string_view name);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_RANDOM_HASHES_H
