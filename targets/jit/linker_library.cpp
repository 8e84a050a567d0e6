//===- linker_library.cpp - LLD in process --------------------------------===//

#include "targets/jit/link.h"
#include "targets/jit/linker.h"

#include "lld/Common/Driver.h"

#include <mutex>
#include <vector>

using namespace terrane;

LLD_HAS_DRIVER(elf)

std::string jit::linkerName() {
  return "lld, in process";
}

std::string jit::runLinker(llvm::ArrayRef<std::string> arguments) {
  std::vector<const char *> list = {"ld.lld"};
  for (const std::string &argument : arguments)
    list.push_back(argument.c_str());
  std::string out, errors;
  llvm::raw_string_ostream outStream(out), errorStream(errors);

  // LLD keeps its state in globals, and a crash leaves that state unusable.
  static std::mutex mutex;
  static bool usable = true;
  std::lock_guard<std::mutex> lock(mutex);
  if (!usable)
    return "the linker crashed before";
  lld::Result result = lld::lldMain(list, outStream, errorStream, {{lld::Gnu, &lld::elf::link}});
  usable = result.canRunAgain;
  if (result.retCode == 0)
    return {};
  return errors.empty() ? "the linker failed without a message" : errors;
}
