//===- emit.h - Sampler graphs to C++ -------------------------------------===//

#ifndef TERRANE_TARGETS_CPP_EMIT_H
#define TERRANE_TARGETS_CPP_EMIT_H

#include "compiler/diagnostics/diagnostics.h"
#include "ir/Sampler.h"
#include "runtime/kernel/abi.h"

#include <optional>
#include <string>
#include <vector>

namespace terrane::cpp {

struct CppOptions {
  /// Lines for the header comment of the text: packs, settings, pipeline, versions.
  std::vector<std::string> header;
  rt::CpuLevel level = rt::CpuLevel::Baseline; ///< what KernelModule::level says
};

/// The C++17 texts of a generator (runtime/kernel/abi.h): per entry a volume and a point function.
/// A large graph is cut into several translation units, so that they compile side by side; the
/// first defines the module. They need only the kernel-safe headers of runtime/ and no C++ standard
/// library. The same graph gives the same texts. Nothing, after an error, where an operation has no
/// C++ form.
std::optional<std::vector<std::string>> emitCpp(sampler::GraphOp graph, const CppOptions &options,
                                                Diagnostics &diagnostics);

} // namespace terrane::cpp

#endif // TERRANE_TARGETS_CPP_EMIT_H
