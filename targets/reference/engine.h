//===- engine.h - The reference engine ------------------------------------===//

#ifndef TERRANE_TARGETS_REFERENCE_ENGINE_H
#define TERRANE_TARGETS_REFERENCE_ENGINE_H

#include "ir/Sampler.h"
#include "runtime/chunk/generator.h"
#include "runtime/noise/blended.h"
#include "runtime/noise/simplex.h"
#include "targets/reference/sampler.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <memory>
#include <string>

namespace terrane::reference {

/// The samplers of a `sampler.graph`, seeded for one world.
class Engine : public Generator {
public:
  /// Null, with an error emitted at the node, where a noise cannot be built (spec 20, 5.2).
  static std::unique_ptr<Engine> build(sampler::GraphOp graph, i64 seed);

  std::optional<unsigned> entry(std::string_view name) const override;
  std::unique_ptr<SamplerContext> context(bool caches, ContextFields fields) const override;

private:
  struct Builder;
  struct BoundContext;
  std::vector<std::unique_ptr<Sampler>> nodes;
  std::vector<Node> entries;
  std::map<std::string, unsigned, std::less<>> entryByName;
  std::map<std::string, Noise> noises;
  std::vector<std::unique_ptr<BlendedNoise>> blended;
  SimplexTable islands;
};

} // namespace terrane::reference

#endif // TERRANE_TARGETS_REFERENCE_ENGINE_H
