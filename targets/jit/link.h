//===- link.h - Objects to the shared library of a bundle -----------------===//

#ifndef TERRANE_TARGETS_JIT_LINK_H
#define TERRANE_TARGETS_JIT_LINK_H

#include "compiler/diagnostics/diagnostics.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace terrane::jit {

/// Links objects (`buildObjects`) to a shared library that exports `terrane_generator` and depends
/// on no other library; `allowedSymbols` are found in the process that loads it. Equal objects give
/// equal files: no build id, no path, no time is in it. The file is whole or not there; one that
/// was there is replaced. False after an error was reported. Thread-safe.
bool linkShared(llvm::ArrayRef<std::string> objects, const std::string &outputPath,
                Diagnostics &diagnostics);

/// What links: "lld, in process" or the name of a program.
std::string linkerName();

} // namespace terrane::jit

#endif // TERRANE_TARGETS_JIT_LINK_H
