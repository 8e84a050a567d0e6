//===- object_cache.cpp - Compiled objects on disk ------------------------===//

#include "targets/jit/object_cache.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace terrane;
using namespace terrane::jit;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr llvm::StringLiteral magic = "TERRANE\n";
constexpr uint32_t version = 1;
constexpr size_t keyBytes = 32;
constexpr size_t headerBytes = 8 + 4 + 4 + keyBytes + 8 + 32;
constexpr llvm::StringLiteral suffix = ".v1.object";
constexpr llvm::StringLiteral temporarySuffix = ".part";

/// What a writer that was killed has left behind is removed after this time.
constexpr std::chrono::hours leftoverAge{1};

std::string sha256(llvm::StringRef data) {
  llvm::SHA256 hash;
  hash.update(data);
  std::array<uint8_t, 32> digest = hash.final();
  return std::string(digest.begin(), digest.end());
}

std::string header(llvm::StringRef key, llvm::StringRef payload) {
  std::string out(magic);
  char number[8];
  llvm::support::endian::write32le(number, version);
  llvm::support::endian::write32le(number + 4, 0);
  out.append(number, 8);
  out += llvm::fromHex(key);
  llvm::support::endian::write64le(number, payload.size());
  out.append(number, 8);
  out += sha256(payload);
  return out;
}

bool writeAll(int file, llvm::StringRef data) {
  while (!data.empty()) {
    ssize_t n = ::write(file, data.data(), data.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    data = data.drop_front(size_t(n));
  }
  return true;
}

/// False on an error of input; a file that ends early gives a shorter text.
bool readAll(int file, std::string &out) {
  struct stat status;
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
    return false;
  out.resize(size_t(status.st_size));
  size_t have = 0;
  while (have < out.size()) {
    ssize_t n = ::read(file, out.data() + have, out.size() - have);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return false;
    if (n == 0)
      break;
    have += size_t(n);
  }
  out.resize(have);
  return true;
}

std::string why(llvm::StringRef what) {
  return what.str() + ": " + std::strerror(errno);
}

struct Entry {
  std::string path;
  uint64_t size;
  llvm::sys::TimePoint<> accessed;
};

} // namespace

std::string ObjectCache::defaultDirectory() {
  auto variable = [](const char *name) -> llvm::StringRef {
    const char *value = std::getenv(name);
    return value && path::is_absolute(value) ? value : "";
  };
  llvm::SmallString<128> folder = variable("XDG_CACHE_HOME");
  if (folder.empty()) {
    folder = variable("HOME");
    if (folder.empty())
      return {};
    path::append(folder, ".cache");
  }
  path::append(folder, "terrane");
  return std::string(folder);
}

ObjectCache::ObjectCache(std::string directory, uint64_t maxBytes)
    : folder(std::move(directory)), maxBytes(maxBytes) {
  if (folder.empty()) {
    unusable = "there is no cache folder: neither XDG_CACHE_HOME nor HOME is an absolute path";
    return;
  }
  if (std::error_code code = fs::create_directories(folder, true, fs::owner_all)) {
    unusable = "the folder cannot be made: " + code.message();
    return;
  }
  struct stat status;
  if (::stat(folder.c_str(), &status) != 0)
    unusable = why("the folder cannot be read");
  else if (!S_ISDIR(status.st_mode))
    unusable = "it is no folder";
  else if (status.st_uid != ::geteuid())
    unusable = "the folder belongs to another user";
  else if (status.st_mode & S_IWOTH)
    unusable = "every user may write to the folder";
}

std::string ObjectCache::path(llvm::StringRef key) const {
  llvm::SmallString<128> out(folder);
  path::append(out, key + suffix);
  return std::string(out);
}

std::string ObjectCache::problem() const {
  if (!unusable.empty())
    return unusable;
  llvm::SmallString<128> probe;
  int file = -1;
  if (std::error_code code =
          fs::createUniqueFile(folder + "/%%%%%%%%%%%%" + temporarySuffix, file, probe))
    return "the folder cannot be written to: " + code.message();
  ::close(file);
  ::unlink(probe.c_str());
  return {};
}

std::optional<std::string> ObjectCache::load(llvm::StringRef key) const {
  if (!unusable.empty())
    return std::nullopt;
  std::string name = path(key);
  int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  auto close = llvm::make_scope_exit([&] { ::close(file); });
  std::string content;
  if (!readAll(file, content))
    return std::nullopt;
  // The header that belongs to this payload is the only right one: it holds the key, the size and
  // the checksum.
  llvm::StringRef all = content;
  if (all.size() < headerBytes ||
      all.take_front(headerBytes) != header(key, all.drop_front(headerBytes))) {
    ::unlink(name.c_str());
    return std::nullopt;
  }
  // Systems update access times late or never, so the modification time stands for it.
  ::futimens(file, nullptr);
  content.erase(0, headerBytes);
  return content;
}

void ObjectCache::store(llvm::StringRef key, llvm::StringRef payload) const {
  if (!unusable.empty() || headerBytes + payload.size() > maxBytes)
    return;
  llvm::SmallString<128> temporary;
  int file = -1;
  if (fs::createUniqueFile(folder + "/%%%%%%%%%%%%" + temporarySuffix, file, temporary, fs::OF_None,
                           fs::owner_read | fs::owner_write))
    return;
  bool written = writeAll(file, header(key, payload)) && writeAll(file, payload);
  // Some file systems report a full disk only here.
  written = ::close(file) == 0 && written;
  if (!written || ::rename(temporary.c_str(), path(key).c_str()) != 0) {
    ::unlink(temporary.c_str());
    return;
  }
  shrink(key);
}

void ObjectCache::shrink(llvm::StringRef keep) const {
  std::vector<Entry> entries;
  uint64_t total = 0;
  std::string kept = path(keep);
  auto now = std::chrono::system_clock::now();
  std::error_code code;
  // Other processes remove entries at the same time: what is gone does not count.
  for (fs::directory_iterator i(folder, code), end; !code && i != end; i.increment(code)) {
    llvm::StringRef name = i->path();
    fs::file_status status;
    bool leftover = name.ends_with(temporarySuffix);
    if ((!leftover && !name.ends_with(suffix)) || fs::status(name, status, /*follow=*/false) ||
        status.type() != fs::file_type::regular_file)
      continue;
    if (leftover) {
      if (now - status.getLastModificationTime() > leftoverAge)
        fs::remove(name);
      continue;
    }
    total += status.getSize();
    if (name != kept)
      entries.push_back({name.str(), status.getSize(), status.getLastModificationTime()});
  }
  llvm::sort(entries, [](const Entry &a, const Entry &b) { return a.accessed < b.accessed; });
  for (const Entry &entry : entries) {
    if (total <= maxBytes)
      return;
    if (!fs::remove(entry.path, /*IgnoreNonExisting=*/true))
      total -= entry.size;
  }
}
