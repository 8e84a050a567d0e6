//===- output_folder.cpp - A folder that appears complete or not at all ---===//

#include "compiler/pipeline/output_folder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace terrane;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string systemError() {
  return std::generic_category().message(errno);
}

OutputFolder::OutputFolder(llvm::StringRef folder) {
  llvm::SmallString<256> real;
  if (!fs::real_path(folder, real)) {
    final = real.str().str();
    return;
  }
  final = folder.rtrim('/').str();
  if (final.empty() && !folder.empty())
    final = "/";
}

OutputFolder::~OutputFolder() {
  if (!temporary.empty())
    fs::remove_directories(temporary);
}

std::string OutputFolder::blocked(Refusal refuse) const {
  struct stat status;
  if (final.empty())
    return "the name of a folder is missing";
  if (::lstat(final.c_str(), &status) != 0)
    return errno == ENOENT ? std::string() : systemError();
  if (!S_ISDIR(status.st_mode))
    return "a file lies in its place";
  std::error_code error;
  if (fs::directory_iterator(final, error) == fs::directory_iterator() && !error)
    return {};
  return refuse(final);
}

std::string OutputFolder::create() {
  llvm::StringRef parent = path::parent_path(final);
  if (!parent.empty())
    if (std::error_code error = fs::create_directories(parent, true, fs::perms::all_all))
      return parent.str() + ": " + error.message();
  for (int attempt = 0; attempt < 100; ++attempt) {
    llvm::SmallString<256> name(parent);
    path::append(name, "." + path::filename(final) + "." +
                           llvm::utohexstr(llvm::sys::Process::GetRandomNumber(), true) + ".tmp");
    if (::mkdir(name.c_str(), 0777) == 0) {
      temporary = name.str().str();
      return {};
    }
    if (errno != EEXIST)
      return name.str().str() + ": " + systemError();
  }
  return "no name is free for a temporary folder";
}

std::string OutputFolder::write(llvm::StringRef name, llvm::StringRef content) {
  std::string file = pathOf(name);
  int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  bool fine = fd >= 0;
  while (fine && !content.empty()) {
    ssize_t written = ::write(fd, content.data(), content.size());
    if (written >= 0)
      content = content.drop_front(size_t(written));
    else
      fine = errno == EINTR;
  }
  fine = fine && ::fsync(fd) == 0;
  std::string error = fine ? std::string() : name.str() + ": " + systemError();
  if (fd >= 0 && ::close(fd) != 0 && fine)
    error = name.str() + ": " + systemError();
  return error;
}

std::string OutputFolder::flush(llvm::StringRef name) {
  int fd = ::open(pathOf(name).c_str(), O_RDONLY | O_CLOEXEC);
  bool fine = fd >= 0 && ::fsync(fd) == 0;
  std::string error = fine ? std::string() : name.str() + ": " + systemError();
  if (fd >= 0)
    ::close(fd);
  return error;
}

std::string OutputFolder::commit(Refusal refuse) {
  if (std::string error = flush("."); !error.empty())
    return error;
  if (std::string error = blocked(refuse); !error.empty())
    return error;
  if (::rename(temporary.c_str(), final.c_str()) == 0) {
    temporary.clear();
  } else if (errno == ENOTEMPTY || errno == EEXIST) {
    // The old folder comes to lie at the temporary name, where the destructor removes it.
    if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, final.c_str(), RENAME_EXCHANGE) != 0) {
      // File systems that cannot exchange: for a moment there is no folder, but never half of one.
      std::string old = temporary + ".old";
      if (::rename(final.c_str(), old.c_str()) != 0)
        return systemError();
      if (::rename(temporary.c_str(), final.c_str()) != 0) {
        std::string error = systemError();
        (void)::rename(old.c_str(), final.c_str());
        return error;
      }
      temporary = old;
    }
  } else {
    return systemError();
  }
  // The name itself must survive a crash, too; where it cannot be flushed all is well but late.
  llvm::StringRef parent = path::parent_path(final);
  int fd = ::open(parent.empty() ? "." : parent.str().c_str(), O_RDONLY | O_CLOEXEC);
  if (fd >= 0) {
    (void)::fsync(fd);
    ::close(fd);
  }
  return {};
}
