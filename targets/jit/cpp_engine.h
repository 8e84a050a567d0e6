//===- cpp_engine.h - The engine `cpp`: emitted C++, compiled in process --===//

#ifndef TERRANE_TARGETS_JIT_CPP_ENGINE_H
#define TERRANE_TARGETS_JIT_CPP_ENGINE_H

#include "compiler/diagnostics/diagnostics.h"
#include "ir/Sampler.h"
#include "runtime/kernel/kernel_generator.h"
#include "targets/jit/jit.h"

#include <memory>

namespace terrane::jit {

struct EngineTimes {
  double emit = 0, load = 0, seed = 0; ///< milliseconds
};

/// Runs the pipeline `kernel` on a copy, emits the graph's C++ and compiles it for this machine
/// (TERRANE_CPU_LEVEL lowers the level). Null after errors.
std::shared_ptr<JitModule> loadCppModule(sampler::GraphOp graph, Diagnostics &diagnostics,
                                         const BuildOptions &options = {},
                                         EngineTimes *times = nullptr);

/// The same, seeded.
std::unique_ptr<KernelGenerator> makeCppGenerator(sampler::GraphOp graph, long long seed,
                                                  Diagnostics &diagnostics,
                                                  const BuildOptions &options = {},
                                                  EngineTimes *times = nullptr);

} // namespace terrane::jit

#endif // TERRANE_TARGETS_JIT_CPP_ENGINE_H
