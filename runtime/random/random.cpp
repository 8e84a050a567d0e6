//===- random.cpp - A generator of either kind, and positional factories (spec 20, 2) -===//

#include "runtime/random/random.h"

#include "runtime/random/hashes.h"

namespace terrane::rt {

PositionalFactory Random::forkPositional() {
  i64 first = nextLong();
  if (isLegacy())
    return PositionalFactory::legacy(first);
  i64 second = nextLong();
  return PositionalFactory::xoroshiro(first, second);
}

i32 Random::nextBits(i32 count) {
  if (Legacy *legacy = std::get_if<Legacy>(&generator))
    return legacy->next(count);
  return i32(u32(u64(nextLong()) >> (64 - count)));
}

Random PositionalFactory::at(i32 x, i32 y, i32 z) const {
  i64 hash = blockHash(x, y, z);
  if (legacyKind)
    return Legacy(hash ^ lo);
  return Xoroshiro(hash ^ lo, hi);
}

Random PositionalFactory::fromHashOf(std::string_view name) const {
  if (legacyKind)
    return Legacy(i64(javaStringHash(name)) ^ lo);
  SeedPair md5 = md5Pair(name);
  return Xoroshiro(md5.lo ^ lo, md5.hi ^ hi);
}

Random PositionalFactory::fromSeed(i64 seed) const {
  if (legacyKind)
    return Legacy(seed); // the factory's own seed plays no part
  return Xoroshiro(seed ^ lo, seed ^ hi);
}

} // namespace terrane::rt
