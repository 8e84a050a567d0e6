//===- kernel_headers.h - The runtime's headers, embedded -----------------===//
//
// What kernel text includes is compiled in, so that no source tree is needed at run time and so
// that a generator's code and the runtime that calls it stem from the same headers.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_JIT_KERNEL_HEADERS_H
#define TERRANE_TARGETS_JIT_KERNEL_HEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace terrane::jit {

struct KernelHeader {
  llvm::StringRef path; ///< as kernel text includes it: "runtime/kernel/abi.h"
  llvm::StringRef text;
};

/// All kernel-safe headers, sorted by path.
llvm::ArrayRef<KernelHeader> kernelHeaders();

} // namespace terrane::jit

#endif // TERRANE_TARGETS_JIT_KERNEL_HEADERS_H
