//===- sha256.cpp - SHA-256 without LLVM ----------------------------------===//

#include "runtime/bundle/sha256.h"

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

#include <sha2.h>

namespace terrane::rt {

std::string sha256Hex(std::string_view bytes) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size());
  uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Final(digest, &context);
  std::string text;
  for (uint8_t byte : digest) {
    text.push_back("0123456789abcdef"[byte >> 4]);
    text.push_back("0123456789abcdef"[byte & 15]);
  }
  return text;
}

} // namespace terrane::rt
