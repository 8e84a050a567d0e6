//===- output_file.h - Files that are whole or not there ------------------===//

#ifndef TERRANE_TOOLS_TERRANE_OUTPUT_FILE_H
#define TERRANE_TOOLS_TERRANE_OUTPUT_FILE_H

#include "compiler/diagnostics/diagnostics.h"

#include <memory>

namespace terrane::tool {

/// A file that is written piece by piece under a temporary name beside its own, which it takes with
/// commit(). What is left uncommitted is removed, also where a signal ends the process. `-` is
/// stdout, and what is there but no regular file (a device, a pipe) is written directly.
class OutputFile {
public:
  /// Null after an error was reported.
  static std::unique_ptr<OutputFile> create(const std::string &path, Diagnostics &diagnostics);
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  /// False after an error, which commit() reports.
  bool write(llvm::StringRef bytes);
  /// False after an error was reported: what did not fit, also before.
  bool commit(Diagnostics &diagnostics);

  bool isStdout() const { return path == "-"; }
  unsigned long long size() const { return written; }

private:
  OutputFile(std::string path, std::string temporary, int fd);
  bool fail(std::error_code code, Diagnostics &diagnostics);

  std::string path, temporary; ///< no temporary name: written directly
  llvm::raw_fd_ostream out;
  unsigned long long written = 0;
};

} // namespace terrane::tool

#endif // TERRANE_TOOLS_TERRANE_OUTPUT_FILE_H
