//===- cpp_engine.cpp - The engine `cpp`: emitted C++, compiled in process -===//

#include "targets/jit/cpp_engine.h"

#include "runtime/kernel/cpu_level.h"
#include "targets/cpp/emit.h"
#include "targets/jit/jit.h"
#include "targets/jit/kernel_generator.h"

#include <chrono>

using namespace terrane;

std::unique_ptr<KernelGenerator> jit::makeCppGenerator(sampler::GraphOp graph, long long seed,
                                                 Diagnostics &diagnostics, bool useCache,
                                                 EngineTimes *times) {
  using Clock = std::chrono::steady_clock;
  auto since = [](Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  auto started = Clock::now();
  std::string error;
  rt::CpuLevelChoice choice = rt::chooseCpuLevel();
  if (!choice.level) {
    diagnostics.error({}, choice.error);
    return nullptr;
  }
  rt::CpuLevel level = *choice.level;
  cpp::CppOptions options;
  options.header = {"Terrane generator"};
  options.level = level;
  std::optional<std::vector<std::string>> texts = cpp::emitCpp(graph, options, diagnostics);
  if (!texts)
    return nullptr;
  double emitted = since(started);
  BuildOptions build;
  build.useCache = useCache;
  std::shared_ptr<JitModule> code = JitModule::load(*texts, level, diagnostics, build);
  if (!code)
    return nullptr;
  double loaded = since(started);
  auto generator = KernelGenerator::create(code->module(), seed, error, code);
  if (!generator)
    diagnostics.error({}, error);
  if (times)
    *times = {emitted, loaded - emitted, since(started) - loaded};
  return generator;
}
