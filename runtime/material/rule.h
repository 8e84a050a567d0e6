//===- rule.h - A material rule on any engine (spec 40) -------------------===//

#ifndef TERRANE_RUNTIME_MATERIAL_RULE_H
#define TERRANE_RUNTIME_MATERIAL_RULE_H

#include "runtime/material/context.h"

#include <vector>

namespace terrane::rt {

/// The functions of an `ore_vein` rule, as entries of the generator.
struct Vein {
  unsigned density, richness, fillerGap;
};

/// A rule tree, ready for one world and level. Immutable, free to share between threads.
class MaterialRule {
public:
  virtual ~MaterialRule() = default;

  /// All veins, in the order in which the game compiles them (3.3).
  virtual const std::vector<Vein> &veins() const = 0;
  /// Walks all columns of a chunk (section 4): walk.h with this rule. `present`, by BiomeId, says
  /// which biomes a look-up can return here; null: any.
  virtual void walk(MaterialContext &context, const std::vector<bool> *present) const = 0;
  /// The rule at the block in the context: a state or `noState`.
  virtual i32 apply(MaterialContext &context, const std::vector<bool> *present) const = 0;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_RULE_H
