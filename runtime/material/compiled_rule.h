//===- compiled_rule.h - The material rule of a compiled generator --------===//

#ifndef TERRANE_RUNTIME_MATERIAL_COMPILED_RULE_H
#define TERRANE_RUNTIME_MATERIAL_COMPILED_RULE_H

#include "runtime/biome/biome.h"
#include "runtime/kernel/host.h"
#include "runtime/material/rule.h"

#include <memory>

namespace terrane::rt {

/// The rule of a module that was compiled for the terrain step, for one world and level.
class CompiledRule final : public MaterialRule {
public:
  /// `world`'s module has a terrain part. `biomes`: the table whose BiomeIds look-ups return.
  CompiledRule(std::shared_ptr<const KernelWorld> world, Level level, const BiomeTable &biomes);

  const std::vector<Vein> &veins() const override { return allVeins; }
  void walk(MaterialContext &context, const std::vector<bool> *present) const override;
  i32 apply(MaterialContext &context, const std::vector<bool> *present) const override;

  /// For the world and level, without verdicts; valid as long as the rule is.
  const RuleTables &ruleTables() const { return tables; }
  /// By gradient.
  const std::vector<PositionalFactory> &gradientFactories() const { return factories; }

private:
  static f32 gradientFloat(const RuleTables *tables, const MaterialContext *context, i32 gradient);
  void decide(const std::vector<bool> *present, std::vector<u8> &verdicts) const;

  std::shared_ptr<const KernelWorld> world;
  const KernelMaterial &material;
  std::vector<Vein> allVeins;
  std::vector<i32> anchors;
  std::vector<GradientRange> ranges;
  std::vector<PositionalFactory> factories; ///< by gradient
  std::vector<std::vector<u8>> members;     ///< by biome set
  std::vector<const u8 *> memberPointers;
  RuleTables tables;
};

} // namespace terrane::rt

#endif // TERRANE_RUNTIME_MATERIAL_COMPILED_RULE_H
