//===- folder.cpp - A folder as a pack ------------------------------------===//

#include "compiler/pack/pack.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace terrane::pack {

namespace {

/// Whether `relative` names something below the root by its one usual spelling. `.` is legal in
/// ids, so `a/../../b` is a legal id path: it must not leave the pack, and `a//b` or `./a` must not
/// become second names of a file.
bool isPlainPath(llvm::StringRef relative) {
  if (relative.empty() || relative.contains('\0') || relative.contains('\\'))
    return false;
  while (true) {
    auto [step, rest] = relative.split('/');
    if (step.empty() || step == "." || step == "..")
      return false;
    if (step.size() == relative.size())
      return true;
    relative = rest;
  }
}

class FolderSource final : public Source {
public:
  explicit FolderSource(llvm::StringRef root) : root(root.rtrim('/').str()) {
    if (this->root.empty())
      this->root = "/";
  }

  llvm::StringRef name() const override { return root; }

  bool contains(llvm::StringRef relative) const override {
    return isPlainPath(relative) && fs::is_regular_file(full(relative));
  }

  std::optional<std::string> read(llvm::StringRef relative,
                                  Diagnostics &diagnostics) const override {
    std::string file = full(relative);
    auto fail = [&](std::string message, std::string expected) {
      diagnostics.error({file, 0, 0, {}}, std::move(message), std::move(expected));
      return std::nullopt;
    };
    if (!isPlainPath(relative))
      return fail("the path leaves the pack or is not in its plain form",
                  "a path below " + root + " without '.', '..' or empty steps");
    fs::file_status status;
    if (std::error_code error = fs::status(file, status))
      return fail("cannot be read: " + error.message(), "a readable file");
    if (fs::is_directory(status))
      return fail("is a folder", "a file");
    if (!fs::is_regular_file(status))
      return fail("is no regular file", "a regular file or a link to one");
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (!buffer)
      return fail("cannot be read: " + buffer.getError().message(), "a readable file");
    return (*buffer)->getBuffer().str();
  }

  std::vector<std::string> list(llvm::StringRef folder) const override {
    std::vector<std::string> result;
    std::vector<fs::UniqueID> ancestors;
    if (folder.empty() || isPlainPath(folder))
      walk(folder.str(), ancestors, result);
    std::sort(result.begin(), result.end());
    return result;
  }

private:
  std::string full(llvm::StringRef relative) const {
    llvm::SmallString<256> result(root);
    path::append(result, relative);
    return result.str().str();
  }

  /// Adds the regular files below `folder`. Links are followed; a link to one of the folders above
  /// it is not, since it would lead in circles.
  void walk(const std::string &folder, std::vector<fs::UniqueID> &ancestors,
            std::vector<std::string> &result) const {
    std::string place = folder.empty() ? root : full(folder);
    fs::UniqueID id;
    if (fs::getUniqueID(place, id))
      return;
    if (std::find(ancestors.begin(), ancestors.end(), id) != ancestors.end())
      return;
    ancestors.push_back(id);
    std::error_code error;
    for (fs::directory_iterator it(place, error), last; !error && it != last; it.increment(error)) {
      std::string child = folder.empty() ? std::string() : folder + "/";
      child += path::filename(it->path());
      fs::file_status status;
      if (fs::status(it->path(), status))
        continue;
      if (fs::is_directory(status))
        walk(child, ancestors, result);
      else if (fs::is_regular_file(status))
        result.push_back(std::move(child));
    }
    ancestors.pop_back();
  }

  std::string root;
};

} // namespace

std::unique_ptr<Source> openFolder(llvm::StringRef folder, Diagnostics &diagnostics) {
  static constexpr const char *shape =
      "a folder that holds 'data' (data/<namespace>/worldgen/...), 'pack.mcmeta' or 'reports'";
  auto fail = [&](std::string message, std::string expected) {
    diagnostics.error({folder.str(), 0, 0, {}}, std::move(message), std::move(expected));
    return nullptr;
  };
  fs::file_status status;
  if (std::error_code error = fs::status(folder, status))
    return fail("the pack cannot be opened: " + error.message(), shape);
  if (!fs::is_directory(status))
    return fail("the pack is a file", shape);
  auto below = [&](llvm::StringRef name) {
    llvm::SmallString<256> place(folder);
    path::append(place, name);
    return place;
  };
  if (!fs::is_directory(below("data")) && !fs::is_regular_file(below("pack.mcmeta")) &&
      !fs::is_directory(below("reports"))) {
    llvm::StringRef own = path::filename(folder.rtrim('/'));
    std::string hint;
    if (own == "data")
      hint = "; it is named 'data' itself: give the folder around it";
    return fail("the folder is no pack", shape + hint);
  }
  return std::make_unique<FolderSource>(folder);
}

} // namespace terrane::pack
