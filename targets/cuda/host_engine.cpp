//===- host_engine.cpp - The engine `cuda-host` ---------------------------===//

#include "targets/cuda/host_engine.h"

#include "passes/kernel/Passes.h"
#include "runtime/cuda/host_device.h"
#include "runtime/kernel/cpu_level.h"
#include "runtime/kernel/kernel_generator.h"
#include "targets/cuda/emit.h"
#include "targets/jit/jit.h"

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

using namespace terrane;
using namespace terrane::cuda;

namespace {

class CudaHostGenerator final : public Generator {
public:
  CudaHostGenerator(std::unique_ptr<KernelGenerator> inner, std::shared_ptr<const HostCode> code)
      : inner(std::move(inner)), code(std::move(code)) {}

  std::optional<unsigned> entry(std::string_view name) const override {
    std::optional<unsigned> found = inner->entry(name);
    return found && *found < code->entries.size() ? found : std::nullopt;
  }
  std::unique_ptr<SamplerContext> context(bool caches, ContextFields fields) const override;

private:
  std::unique_ptr<KernelGenerator> inner;
  std::shared_ptr<const HostCode> code;
};

/// Chooses, by request, between the kernels of the two sections.
class CudaHostContext final : public SamplerContext {
public:
  CudaHostContext(llvm::ArrayRef<CudaText::Entry> entries, std::unique_ptr<SamplerContext> inner,
                  bool caches, ContextFields fields)
      : entries(entries), inner(std::move(inner)), caches(caches),
        hasFields(fields.beardifier || fields.blender) {}

  void volume(unsigned entry, float *out, const rt::Volume &volume) override {
    const CudaText::Entry &e = entries[entry];
    bool cells = caches && e.cells, fields = hasFields && e.fields;
    if (cells && e.independent && !fields) {
      // No cell changes the values; what the request does to cells can wait for a reader.
      if (pending.size() == maxPending)
        catchUp();
      pending.push_back({entry, volume});
      return inner->volume(entry, out, volume);
    }
    if (cells)
      catchUp();
    inner->volume(cells || fields ? cached(entry) : entry, out, volume);
  }

  float point(unsigned entry, int x, int y, int z) override {
    const CudaText::Entry &e = entries[entry];
    bool cells = caches && e.cells, fields = hasFields && e.fields;
    if (cells)
      catchUp();
    return inner->point(cells || fields ? cached(entry) : entry, x, y, z);
  }

  void reset(ContextFields fields) override {
    inner->reset(fields);
    hasFields = fields.beardifier || fields.blender;
    pending.clear();
  }

private:
  static constexpr size_t maxPending = 64;

  unsigned cached(unsigned entry) const { return unsigned(entries.size()) + entry; }

  void catchUp() {
    for (const auto &[entry, volume] : pending) {
      scratch.resize(volume.count());
      inner->volume(cached(entry), scratch.data(), volume);
    }
    pending.clear();
  }

  llvm::ArrayRef<CudaText::Entry> entries;
  std::unique_ptr<SamplerContext> inner;
  bool caches, hasFields;
  std::vector<std::pair<unsigned, rt::Volume>> pending;
  std::vector<float> scratch;
};

std::unique_ptr<SamplerContext> CudaHostGenerator::context(bool caches,
                                                           ContextFields fields) const {
  return std::make_unique<CudaHostContext>(code->entries, inner->context(caches, fields), caches,
                                           fields);
}

} // namespace

std::shared_ptr<const HostCode> cuda::loadHostCode(sampler::GraphOp graph, Diagnostics &diagnostics,
                                                   const jit::BuildOptions &build) {
  rt::CpuLevelChoice choice = rt::chooseCpuLevel();
  if (!choice.level) {
    diagnostics.error({}, choice.error);
    return nullptr;
  }
  // As `terrane compile` runs them, on a copy.
  mlir::OwningOpRef<mlir::ModuleOp> module = graph->getParentOfType<mlir::ModuleOp>().clone();
  mlir::PassManager manager(module->getContext());
  populateKernelPipeline(manager);
  if (failed(manager.run(*module))) {
    diagnostics.error({}, "a kernel pass failed without saying why");
    return nullptr;
  }
  std::optional<CudaText> text =
      emitCuda(*module->getOps<sampler::GraphOp>().begin(), {"Terrane generator"}, *choice.level);
  if (!text)
    return nullptr;
  auto result = std::make_shared<HostCode>();
  result->code = jit::JitModule::load(text->hostParts, *choice.level, diagnostics, build);
  if (!result->code)
    return nullptr;
  result->entries = std::move(text->entries);
  result->noBatch = std::move(text->noBatch);
  return result;
}

std::unique_ptr<Generator> cuda::makeCudaHostGenerator(std::shared_ptr<const HostCode> code,
                                                       long long seed, Diagnostics &diagnostics) {
  std::string error;
  auto generator = KernelGenerator::create(code->code->module(), seed, error, code);
  if (!generator) {
    diagnostics.error({}, error);
    return nullptr;
  }
  return std::make_unique<CudaHostGenerator>(std::move(generator), std::move(code));
}

rt::cuda::BatchEngineParts cuda::hostBatches(std::shared_ptr<const HostCode> code,
                                             unsigned threads) {
  const auto *kernels =
      static_cast<const rt::cuda::HostKernels *>(code->code->symbol("terrane_host_kernels"));
  rt::cuda::BatchEngineParts parts;
  parts.module = &code->code->module();
  parts.load = [kernels, threads] {
    return std::shared_ptr<rt::cuda::Device>(rt::cuda::makeHostDevice(*kernels, threads));
  };
  parts.maxChunks = 64;
  parts.code = std::move(code);
  return parts;
}
