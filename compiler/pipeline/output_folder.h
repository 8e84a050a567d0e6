//===- output_folder.h - A folder that appears complete or not at all -----===//

#ifndef TERRANE_COMPILER_PIPELINE_OUTPUT_FOLDER_H
#define TERRANE_COMPILER_PIPELINE_OUTPUT_FOLDER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace terrane {

/// Collects files in a folder beside the final one and removes it unless it was committed.
/// Functions that can fail return what went wrong, empty where nothing did.
class OutputFolder {
public:
  /// Says why the folder at a path must not be replaced; empty where it may be.
  using Refusal = llvm::function_ref<std::string(const std::string &path)>;

  /// A link is followed, so that it keeps leading to the result.
  explicit OutputFolder(llvm::StringRef path);
  ~OutputFolder();
  OutputFolder(const OutputFolder &) = delete;
  OutputFolder &operator=(const OutputFolder &) = delete;

  /// Why nothing could take this place: a file lies there, or `refuse` has an objection.
  std::string blocked(Refusal refuse) const;

  /// Makes the folder beside it, and the folders above where they lack.
  std::string create();
  /// Where a file of that name is to be written before the commit.
  std::string pathOf(llvm::StringRef name) const { return temporary + "/" + name.str(); }
  /// Writes a new file.
  std::string write(llvm::StringRef name, llvm::StringRef content);
  /// Brings a file that someone else wrote to the disk.
  std::string flush(llvm::StringRef name);

  /// Gives the folder its name. An old folder leaves in the same step, after `refuse` was asked
  /// once more.
  std::string commit(Refusal refuse);

private:
  std::string final, temporary;
};

} // namespace terrane

#endif // TERRANE_COMPILER_PIPELINE_OUTPUT_FOLDER_H
