//===- hashes.cpp - Hashes of names (spec 20, 2.7) ------------------------===//

#include "runtime/random/hashes.h"

#include <md5.h>

namespace terrane::rt {

SeedPair md5Pair(std::string_view name) {
  MD5_CTX context;
  MD5Init(&context);
  MD5Update(&context, reinterpret_cast<const uint8_t *>(name.data()), name.size());
  uint8_t digest[MD5_DIGEST_LENGTH];
  MD5Final(digest, &context);
  u64 words[2] = {0, 0};
  for (int i = 0; i < 16; ++i)
    words[i / 8] = words[i / 8] << 8 | digest[i];
  return {i64(words[0]), i64(words[1])};
}

namespace {

/// Reads one code point at `i` and moves `i` behind it.
u32 decodeUtf8(std::string_view text, std::size_t &i) {
  constexpr u32 replacement = 0xFFFD;
  u32 first = u8(text[i++]);
  if (first < 0x80)
    return first;
  int more = first >= 0xF0 && first < 0xF5   ? 3
             : first >= 0xE0 && first < 0xF0 ? 2
             : first >= 0xC2 && first < 0xE0 ? 1
                                             : 0;
  if (more == 0 || text.size() - i < std::size_t(more))
    return replacement;
  u32 point = first & (0x3F >> more);
  for (int k = 0; k < more; ++k) {
    u32 next = u8(text[i + k]);
    if ((next & 0xC0) != 0x80)
      return replacement;
    point = point << 6 | (next & 0x3F);
  }
  constexpr u32 least[] = {0, 0x80, 0x800, 0x10000};
  if (point < least[more] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000))
    return replacement;
  i += more;
  return point;
}

} // namespace

i32 javaStringHash(std::string_view name) {
  u32 hash = 0;
  auto unit = [&](u32 c) { hash = 31 * hash + c; };
  for (std::size_t i = 0; i < name.size();) {
    u32 point = decodeUtf8(name, i);
    if (point < 0x10000) {
      unit(point);
    } else {
      unit(0xD800 + ((point - 0x10000) >> 10));
      unit(0xDC00 + ((point - 0x10000) & 0x3FF));
    }
  }
  return i32(hash);
}

} // namespace terrane::rt
