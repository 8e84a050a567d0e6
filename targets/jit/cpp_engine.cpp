//===- cpp_engine.cpp - The engine `cpp`: emitted C++, compiled in process -===//

#include "targets/jit/cpp_engine.h"

#include "passes/kernel/Passes.h"
#include "runtime/kernel/cpu_level.h"
#include "runtime/kernel/kernel_generator.h"
#include "targets/cpp/emit.h"
#include "targets/jit/jit.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include <chrono>

using namespace terrane;

namespace {
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The module of a graph after the kernel passes. A copy: the caller may build other engines from
/// the graph as it is.
mlir::OwningOpRef<mlir::ModuleOp> withKernelPasses(sampler::GraphOp graph,
                                                   Diagnostics &diagnostics) {
  auto module = graph->getParentOfType<mlir::ModuleOp>();
  mlir::OwningOpRef<mlir::ModuleOp> copy(llvm::cast<mlir::ModuleOp>(module->clone()));
  mlir::PassManager manager(copy->getContext());
  populateKernelPipeline(manager);
  if (failed(manager.run(*copy))) {
    diagnostics.error({}, "a kernel pass failed without saying why");
    return {};
  }
  return copy;
}
} // namespace

std::shared_ptr<jit::JitModule> jit::loadCppModule(sampler::GraphOp graph, Diagnostics &diagnostics,
                                                   const BuildOptions &build, EngineTimes *times) {
  auto started = Clock::now();
  rt::CpuLevelChoice choice = rt::chooseCpuLevel();
  if (!choice.level) {
    diagnostics.error({}, choice.error);
    return nullptr;
  }
  cpp::CppOptions options;
  options.header = {"Terrane generator"};
  options.level = *choice.level;
  auto module = withKernelPasses(graph, diagnostics);
  if (!module)
    return nullptr;
  std::optional<std::vector<std::string>> texts =
      cpp::emitCpp(*module->getOps<sampler::GraphOp>().begin(), options, diagnostics);
  if (!texts)
    return nullptr;
  double emitted = since(started);
  std::shared_ptr<JitModule> code = JitModule::load(*texts, *choice.level, diagnostics, build);
  if (times) {
    times->emit = emitted;
    times->load = since(started) - emitted;
  }
  return code;
}

std::unique_ptr<KernelGenerator> jit::makeCppGenerator(sampler::GraphOp graph, long long seed,
                                                       Diagnostics &diagnostics,
                                                       const BuildOptions &build,
                                                       EngineTimes *times) {
  std::shared_ptr<JitModule> code = loadCppModule(graph, diagnostics, build, times);
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
