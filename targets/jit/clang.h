//===- clang.h - Kernel text to a native object by the Clang library ------===//
//
// Everything happens in memory: the text, the headers it includes and the object. Each function may
// be called from several threads at once, each with a `Diagnostics` of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_JIT_CLANG_H
#define TERRANE_TARGETS_JIT_CLANG_H

#include "compiler/diagnostics/diagnostics.h"
#include "runtime/kernel/cpu_level.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace terrane::jit {

using rt::CpuLevel;

/// The level of this machine, or the lower one that TERRANE_CPU_LEVEL asks for (runtime,
/// cpu_level.h). Empty after an error.
std::optional<CpuLevel> detectCpuLevel(Diagnostics &diagnostics);

/// The flags of clang -cc1 that a kernel is compiled with. All of them, and each is explained here:
///
///   -O3, both vectorisers       lanes round as scalars do, so vectors are exact
///   -ffp-contract=off           no fused multiply-add is formed; at Avx2 the instructions are
///                               switched off as well (Avx512 includes them, so there they are not)
///   nothing of -ffast-math      NaN, infinities and -0.0 are data, sums keep their order
///   -ffreestanding, no include  folders but the embedded headers; loops stay loops, they do not
///                               become calls of memcpy
///   no exceptions, no RTTI      and no unwind tables: a generator needs no C++ library
///   PIC, hidden visibility      one exported symbol, `terrane_generator`; it is declared by the
///                               text of -include
///   -mprefer-vector-width=512   at Avx512: the default is 256
///
/// Square roots set no errno (the default of -cc1), so they are instructions.
std::vector<std::string> kernelFlags(CpuLevel level);

/// Milliseconds.
struct CompileTimes {
  double frontend = 0; ///< parsing, and IR of what does not wait for the end of the text
  double codegen = 0;  ///< the rest
};

/// Compiles a text to an ELF object. `name` is what messages and the object call it; no slashes.
/// Clang's errors become errors of `diagnostics` with line and column in the text (or header), and
/// the result is empty.
std::optional<std::string> compileObject(llvm::StringRef text, llvm::StringRef name, CpuLevel level,
                                         Diagnostics &diagnostics, CompileTimes *times = nullptr);

/// Version of the Clang library, for people.
std::string clangVersion();

/// SHA-256 over all that `compileObject` makes an object of: text, name, embedded headers, flags,
/// version of Clang, kernel ABI. Lower-case hex.
std::string objectKey(llvm::StringRef text, llvm::StringRef name, CpuLevel level);

} // namespace terrane::jit

#endif // TERRANE_TARGETS_JIT_CLANG_H
