//===- sha256.h - SHA-256 without LLVM ------------------------------------===//

#ifndef TERRANE_RUNTIME_BUNDLE_SHA256_H
#define TERRANE_RUNTIME_BUNDLE_SHA256_H

#include <string>
#include <string_view>

namespace terrane::rt {

/// The SHA-256 of some bytes, as 64 lower-case hex digits.
std::string sha256Hex(std::string_view bytes);

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_BUNDLE_SHA256_H
