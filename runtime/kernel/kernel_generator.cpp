//===- kernel_generator.cpp - Compiled code as a generator ----------------===//

#include "runtime/kernel/kernel_generator.h"

#include "runtime/math/float_mode.h"

using namespace terrane;

namespace {

/// Compiled code computes in the mode that it finds, so it is called in Java's.
struct KernelContextAdapter final : SamplerContext {
  rt::KernelSamplerContext context;

  KernelContextAdapter(std::shared_ptr<const rt::KernelWorld> world, bool caches,
                       ContextFields fields)
      : context(std::move(world), caches, rt::bindFields(fields.beardifier, fields.blender)) {}

  void volume(unsigned entry, float *out, const rt::Volume &volume) override {
    rt::FloatMode mode;
    context.volume(int(entry), out, volume);
  }
  float point(unsigned entry, int x, int y, int z) override {
    rt::FloatMode mode;
    return context.point(int(entry), x, y, z);
  }
  void expectRepeats(unsigned entry) override { context.expectRepeats(int(entry)); }
  void reset(ContextFields fields) override {
    context.reset(rt::bindFields(fields.beardifier, fields.blender));
  }
};

} // namespace

std::unique_ptr<KernelGenerator> KernelGenerator::create(const rt::KernelModule &module,
                                                         long long seed, std::string &error,
                                                         std::shared_ptr<const void> code) {
  auto seeded = rt::KernelWorld::create(module, seed, error, std::move(code));
  if (!seeded)
    return nullptr;
  return std::unique_ptr<KernelGenerator>(new KernelGenerator(std::move(seeded)));
}

std::optional<unsigned> KernelGenerator::entry(std::string_view name) const {
  std::optional<int> found = seeded->entry(name);
  return found ? std::optional<unsigned>(unsigned(*found)) : std::nullopt;
}

std::unique_ptr<SamplerContext> KernelGenerator::context(bool caches, ContextFields fields) const {
  return std::make_unique<KernelContextAdapter>(seeded, caches, fields);
}
