//===- link.cpp - Objects to the shared library of a bundle ---------------===//

#include "targets/jit/link.h"

#include "targets/jit/linker.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <vector>

using namespace terrane;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::error_code writeFile(llvm::StringRef name, llvm::StringRef content) {
  std::error_code code;
  llvm::raw_fd_ostream out(name, code, fs::CD_CreateNew);
  if (code)
    return code;
  out << content;
  out.close();
  code = out.error();
  out.clear_error();
  return code;
}

bool jit::linkShared(llvm::ArrayRef<std::string> objects, const std::string &outputPath,
                     Diagnostics &diagnostics) {
  auto fail = [&](const llvm::Twine &what) {
    diagnostics.error({outputPath, 0, 0, {}}, "cannot be linked: " + what.str());
    return false;
  };
  // Beside the output, so that the rename stays within one file system. (A relative path would be
  // taken as one below the system's temporary folder.)
  llvm::SmallString<128> output(outputPath), folder;
  if (std::error_code code = fs::make_absolute(output))
    return fail(code.message());
  if (std::error_code code = fs::createUniqueDirectory(output, folder))
    return fail("no temporary folder: " + code.message());
  auto cleanup = llvm::make_scope_exit([&] { fs::remove_directories(folder); });

  llvm::SmallString<128> library(folder);
  path::append(library, "generator.so");
  std::vector<std::string> arguments = {
      "-shared", "-o", library.str().str(), "-soname", "generator.so", "--build-id=none",
      "--hash-style=gnu", "-z", "noexecstack", "-z", "relro", "-z", "now", "--gc-sections",
      "--icf=none", "--strip-debug", "--threads=1",
      // What may be undefined was checked when the objects were built.
      "--unresolved-symbols=ignore-all"};
  for (size_t i = 0; i < objects.size(); ++i) {
    llvm::SmallString<128> name(folder);
    path::append(name, "generator." + llvm::Twine(i) + ".o");
    if (std::error_code code = writeFile(name, objects[i]))
      return fail(name.str() + ": " + code.message());
    arguments.push_back(name.str().str());
  }
  if (std::string message = runLinker(arguments); !message.empty())
    return fail(llvm::StringRef(message).trim());
  if (std::error_code code = fs::rename(library, output))
    return fail(code.message());
  return true;
}
