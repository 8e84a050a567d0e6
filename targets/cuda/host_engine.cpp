//===- host_engine.cpp - The engine `cuda-host` ---------------------------===//

#include "targets/cuda/host_engine.h"

#include "runtime/kernel/cpu_level.h"
#include "runtime/kernel/kernel_generator.h"
#include "targets/cuda/emit.h"
#include "targets/jit/jit.h"

using namespace terrane;
using namespace terrane::cuda;

namespace {

class CudaHostGenerator final : public Generator {
public:
  CudaHostGenerator(std::unique_ptr<KernelGenerator> inner, std::vector<CudaText::Entry> entries)
      : inner(std::move(inner)), entries(std::move(entries)) {}

  std::optional<unsigned> entry(std::string_view name) const override { return inner->entry(name); }

  std::string refusal(unsigned entry, RequestKind kind, bool caches,
                      ContextFields fields) const override {
    if (fields.beardifier || fields.blender)
      return "cuda-host has no beardifier and no blender";
    if (!caches)
      return {};
    const CudaText::Entry &e = entries[entry];
    const std::string &why = kind == RequestKind::Volume ? e.cachedVolumes : e.cachedPoints;
    return why.empty() ? why : "cuda-host has no caches, and " + why;
  }

  std::unique_ptr<SamplerContext> context(bool caches, ContextFields fields) const override;

private:
  std::unique_ptr<KernelGenerator> inner;
  std::vector<CudaText::Entry> entries;
};

/// A context that ends the process rather than answer what it should have been asked about first.
class CheckedContext final : public SamplerContext {
public:
  CheckedContext(const CudaHostGenerator &generator, std::unique_ptr<SamplerContext> inner,
                 bool caches, ContextFields fields)
      : generator(generator), inner(std::move(inner)), caches(caches), fields(fields) {}

  void volume(unsigned entry, float *out, const rt::Volume &volume) override {
    check(entry, RequestKind::Volume);
    inner->volume(entry, out, volume);
  }
  float point(unsigned entry, int x, int y, int z) override {
    check(entry, RequestKind::Point);
    return inner->point(entry, x, y, z);
  }
  void reset(ContextFields now) override { fields = now; }

private:
  void check(unsigned entry, RequestKind kind) const {
    std::string why = generator.refusal(entry, kind, caches, fields);
    if (!why.empty())
      rt::fatalError(why.c_str());
  }

  const CudaHostGenerator &generator;
  std::unique_ptr<SamplerContext> inner;
  bool caches;
  ContextFields fields;
};

std::unique_ptr<SamplerContext> CudaHostGenerator::context(bool caches,
                                                           ContextFields fields) const {
  return std::make_unique<CheckedContext>(*this, inner->context(false), caches, fields);
}

} // namespace

std::unique_ptr<Generator> cuda::makeCudaHostGenerator(sampler::GraphOp graph, long long seed,
                                                       Diagnostics &diagnostics, bool useCache) {
  rt::CpuLevelChoice choice = rt::chooseCpuLevel();
  if (!choice.level) {
    diagnostics.error({}, choice.error);
    return nullptr;
  }
  std::optional<CudaText> text = emitCuda(graph, {"Terrane generator"}, *choice.level, diagnostics);
  if (!text)
    return nullptr;
  jit::BuildOptions build;
  build.useCache = useCache;
  std::shared_ptr<jit::JitModule> code =
      jit::JitModule::load({text->hostText()}, *choice.level, diagnostics, build);
  if (!code)
    return nullptr;
  std::string error;
  auto generator = KernelGenerator::create(code->module(), seed, error, code);
  if (!generator) {
    diagnostics.error({}, error);
    return nullptr;
  }
  return std::make_unique<CudaHostGenerator>(std::move(generator), std::move(text->entries));
}
