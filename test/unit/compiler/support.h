//===- support.h - Helpers of the tests of packs and their files ----------===//

#ifndef TERRANE_TEST_UNIT_COMPILER_SUPPORT_H
#define TERRANE_TEST_UNIT_COMPILER_SUPPORT_H

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/json/json.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace terrane::test {

inline std::string printed(const Diagnostics &diagnostics) {
  std::string text;
  llvm::raw_string_ostream os(text);
  diagnostics.print(os);
  return text;
}

/// What parsing `text` as "f.json" and handing its root to `read` complains about.
template <typename Read> std::string complaints(llvm::StringRef text, Read read) {
  Diagnostics diagnostics;
  std::unique_ptr<json::Document> document = json::Document::parse(text, "f.json", diagnostics);
  if (document)
    read(document->root(), diagnostics);
  return printed(diagnostics);
}

/// The folder of the reference material, or an empty path where there is none.
inline std::filesystem::path referenceFolder() {
  const char *given = std::getenv("TERRANE_REFERENCE");
  std::filesystem::path folder =
      given && *given ? std::filesystem::path(given)
                      : std::filesystem::path(TERRANE_SOURCE_DIR).parent_path() / "shared";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

/// A folder of its own for one test, removed afterwards.
class TemporaryFolder {
public:
  TemporaryFolder() {
    llvm::SmallString<128> made;
    if (std::error_code error = llvm::sys::fs::createUniqueDirectory("terrane-test", made))
      llvm::report_fatal_error(llvm::Twine("no temporary folder: ") + error.message());
    path = made.str().str();
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path); }

  void write(const std::string &name, const std::string &content) const {
    std::filesystem::path file = std::filesystem::path(path) / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
  }

  std::string path;
};

} // namespace terrane::test

#endif // TERRANE_TEST_UNIT_COMPILER_SUPPORT_H
