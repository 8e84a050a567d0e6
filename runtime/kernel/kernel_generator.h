//===- kernel_generator.h - Compiled code as a generator ------------------===//

#ifndef TERRANE_RUNTIME_KERNEL_KERNEL_GENERATOR_H
#define TERRANE_RUNTIME_KERNEL_KERNEL_GENERATOR_H

#include "runtime/chunk/generator.h"
#include "runtime/kernel/host.h"

#include <memory>
#include <string>

namespace terrane {

/// A kernel module, seeded for a world, behind the interface of every engine. Thread-safe.
class KernelGenerator final : public Generator {
public:
  /// `code` holds the module's memory (a JIT's code, a bundle) and is kept; null where the module
  /// lives for ever. Null, with a message in `error`, where `rt::KernelWorld::create` fails.
  static std::unique_ptr<KernelGenerator> create(const rt::KernelModule &module, long long seed,
                                                 std::string &error,
                                                 std::shared_ptr<const void> code = nullptr);

  std::optional<unsigned> entry(std::string_view name) const override;
  std::unique_ptr<SamplerContext> context(bool caches, ContextFields fields = {}) const override;

  const std::shared_ptr<const rt::KernelWorld> &world() const { return seeded; }

private:
  explicit KernelGenerator(std::shared_ptr<const rt::KernelWorld> seeded)
      : seeded(std::move(seeded)) {}

  std::shared_ptr<const rt::KernelWorld> seeded;
};

} // namespace terrane

#endif // TERRANE_RUNTIME_KERNEL_KERNEL_GENERATOR_H
