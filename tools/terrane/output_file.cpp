//===- output_file.cpp - Files that are whole or not there ----------------===//

#include "tools/terrane/output_file.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

#include <csignal>
#include <unistd.h>

using namespace terrane;
using namespace terrane::tool;
namespace fs = llvm::sys::fs;

OutputFile::OutputFile(std::string path, std::string temporary, int fd)
    : path(std::move(path)), temporary(std::move(temporary)),
      out(fd, /*shouldClose=*/fd != STDOUT_FILENO) {}

std::unique_ptr<OutputFile> OutputFile::create(const std::string &path, Diagnostics &diagnostics) {
  // A limit on file sizes and a reader that went away shall be errors like a full disk, not the end
  // of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  if (path == "-")
    return std::unique_ptr<OutputFile>(new OutputFile(path, {}, STDOUT_FILENO));
  llvm::SmallString<128> temporary;
  int fd = -1;
  fs::file_status status;
  std::error_code code = fs::status(path, status);
  if (!code && status.type() == fs::file_type::directory_file)
    code = std::make_error_code(std::errc::is_a_directory);
  else if (!code && status.type() != fs::file_type::regular_file)
    code = fs::openFileForWrite(path, fd, fs::CD_OpenExisting);
  else
    code = fs::createUniqueFile(path + ".%%%%%%.tmp", fd, temporary);
  if (code) {
    diagnostics.error({path, 0, 0, {}}, "cannot be written: " + code.message());
    return nullptr;
  }
  if (!temporary.empty())
    llvm::sys::RemoveFileOnSignal(temporary);
  return std::unique_ptr<OutputFile>(new OutputFile(path, temporary.str().str(), fd));
}

OutputFile::~OutputFile() {
  out.flush();
  out.clear_error();
  if (temporary.empty())
    return;
  (void)fs::remove(temporary); // nobody is left to hear of a failure
  llvm::sys::DontRemoveFileOnSignal(temporary);
}

bool OutputFile::write(llvm::StringRef bytes) {
  out << bytes;
  written += bytes.size();
  return !out.has_error();
}

bool OutputFile::fail(std::error_code code, Diagnostics &diagnostics) {
  out.clear_error();
  diagnostics.error({isStdout() ? "stdout" : path, 0, 0, {}},
                    "cannot be written: " + code.message());
  return false;
}

bool OutputFile::commit(Diagnostics &diagnostics) {
  out.flush();
  if (out.has_error())
    return fail(out.error(), diagnostics);
  if (isStdout())
    return true;
  out.close(); // some file systems say only now that it was too much
  if (out.has_error())
    return fail(out.error(), diagnostics);
  if (temporary.empty())
    return true;
  if (std::error_code code = fs::rename(temporary, path))
    return fail(code, diagnostics);
  llvm::sys::DontRemoveFileOnSignal(temporary);
  temporary.clear();
  return true;
}
