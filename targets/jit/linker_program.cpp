//===- linker_program.cpp - LLD as a program ------------------------------===//

#include "targets/jit/link.h"
#include "targets/jit/linker.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <vector>

using namespace terrane;
using namespace terrane::jit;

static std::string findLinker() {
  for (const char *name : {"ld.lld-19", "ld.lld"})
    if (auto found = llvm::sys::findProgramByName(name))
      return *found;
  return {};
}

std::string jit::linkerName() {
  std::string program = findLinker();
  return program.empty() ? "none (ld.lld-19 is not in PATH)" : program;
}

std::string jit::runLinker(llvm::ArrayRef<std::string> arguments) {
  std::string program = findLinker();
  if (program.empty())
    return "ld.lld-19 is not in PATH (Debian package lld-19)";
  llvm::SmallString<128> log;
  if (std::error_code code = llvm::sys::fs::createTemporaryFile("terrane-link", "log", log))
    return "no temporary file: " + code.message();
  std::vector<llvm::StringRef> list = {program};
  list.insert(list.end(), arguments.begin(), arguments.end());
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      program, list, std::nullopt, {llvm::StringRef(""), log.str(), log.str()}, 0, 0, &message);
  if (status != 0) {
    if (auto text = llvm::MemoryBuffer::getFile(log))
      message += (*text)->getBuffer();
    if (message.empty())
      message = "the linker failed without a message";
  } else {
    message.clear();
  }
  llvm::sys::fs::remove(log);
  return message;
}
