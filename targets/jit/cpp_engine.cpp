//===- cpp_engine.cpp - The engine `cpp`: emitted C++, compiled in process -===//

#include "targets/jit/cpp_engine.h"

#include "runtime/kernel/cpu_level.h"
#include "targets/cpp/emit.h"
#include "targets/jit/jit.h"
#include "targets/jit/kernel_generator.h"

#include <chrono>

using namespace terrane;

namespace {
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}
} // namespace

std::shared_ptr<jit::JitModule> jit::loadCppModule(sampler::GraphOp graph, Diagnostics &diagnostics,
                                                   bool useCache, EngineTimes *times) {
  auto started = Clock::now();
  rt::CpuLevelChoice choice = rt::chooseCpuLevel();
  if (!choice.level) {
    diagnostics.error({}, choice.error);
    return nullptr;
  }
  cpp::CppOptions options;
  options.header = {"Terrane generator"};
  options.level = *choice.level;
  std::optional<std::vector<std::string>> texts = cpp::emitCpp(graph, options, diagnostics);
  if (!texts)
    return nullptr;
  double emitted = since(started);
  BuildOptions build;
  build.useCache = useCache;
  std::shared_ptr<JitModule> code = JitModule::load(*texts, *choice.level, diagnostics, build);
  if (times) {
    times->emit = emitted;
    times->load = since(started) - emitted;
  }
  return code;
}

std::unique_ptr<KernelGenerator> jit::makeCppGenerator(sampler::GraphOp graph, long long seed,
                                                       Diagnostics &diagnostics, bool useCache,
                                                       EngineTimes *times) {
  std::shared_ptr<JitModule> code = loadCppModule(graph, diagnostics, useCache, times);
  if (!code)
    return nullptr;
  auto started = Clock::now();
  std::string error;
  auto generator = KernelGenerator::create(code->module(), seed, error, code);
  if (!generator)
    diagnostics.error({}, error);
  if (times)
    times->seed = since(started);
  return generator;
}
