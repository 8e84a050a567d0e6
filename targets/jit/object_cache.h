//===- object_cache.h - Compiled objects on disk --------------------------===//
//
// A cache may only ever save time: no state of the folder is an error. A content error (an entry
// that is not what was written) deletes the entry; an error of input or output deletes nothing.
// All functions are thread-safe, and several processes may use one folder.
//
// An entry is a file KEY.v1.object:
//   8 bytes magic, u32 version, u32 zero, 32 bytes key, u64 payload size, 32 bytes SHA-256 of the
//   payload, the payload. Integers are little-endian.
// It is written under a temporary name and renamed, so that a reader sees all of it or none.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_JIT_OBJECT_CACHE_H
#define TERRANE_TARGETS_JIT_OBJECT_CACHE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace terrane::jit {

class ObjectCache {
public:
  static constexpr uint64_t defaultBytes = uint64_t(512) << 20;

  /// $XDG_CACHE_HOME/terrane, else $HOME/.cache/terrane; empty where neither is an absolute path.
  static std::string defaultDirectory();

  /// Makes the folder, for its owner only. An empty name, or a folder that cannot be made, that
  /// another user owns or that every user may write to (entries are code that will run), gives a
  /// cache that stays empty.
  explicit ObjectCache(std::string directory, uint64_t maxBytes = defaultBytes);

  /// The payload of a key (64 hex digits), or nothing. Counts as an access.
  std::optional<std::string> load(llvm::StringRef key) const;

  /// Keeps a payload, then removes the entries with the oldest access until all of them together,
  /// headers included, take no more than the limit. A payload above the limit is not kept.
  void store(llvm::StringRef key, llvm::StringRef payload) const;

  const std::string &directory() const { return folder; }

  /// Why nothing can be kept in the folder, empty where it can.
  std::string problem() const;

private:
  std::string path(llvm::StringRef key) const;
  void shrink(llvm::StringRef keep) const;

  std::string folder;
  uint64_t maxBytes;
  std::string unusable; ///< why the folder is not used at all
};

} // namespace terrane::jit

#endif // TERRANE_TARGETS_JIT_OBJECT_CACHE_H
