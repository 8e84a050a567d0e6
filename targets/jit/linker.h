//===- linker.h - How the linker is called --------------------------------===//
//
// Two files implement this, and CMake takes one: linker_library.cpp where LLD's library is there,
// linker_program.cpp elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_JIT_LINKER_H
#define TERRANE_TARGETS_JIT_LINKER_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace terrane::jit {

/// Calls LLD (ELF) with arguments, without the program's name. Empty if all went well, else what it
/// said.
std::string runLinker(llvm::ArrayRef<std::string> arguments);

} // namespace terrane::jit

#endif // TERRANE_TARGETS_JIT_LINKER_H
