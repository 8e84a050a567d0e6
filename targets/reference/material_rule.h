//===- material_rule.h - Material rules evaluated as the spec states them -===//
//
// The yardstick for compiled rules: one object per rule and condition, nothing remembered, nothing
// decided ahead. It shares no code with them but the services of the stage.
//
//===----------------------------------------------------------------------===//

#ifndef TERRANE_TARGETS_REFERENCE_MATERIAL_RULE_H
#define TERRANE_TARGETS_REFERENCE_MATERIAL_RULE_H

#include "ir/Material.h"
#include "runtime/biome/biome.h"
#include "runtime/chunk/generator.h"
#include "runtime/material/rule.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>

namespace terrane::reference {

/// The rule of a module's material graph (references inlined), for one world and level. `generator`
/// has the veins' functions as entries; `settings` and `biomes` must outlive the rule. Null, with
/// an error emitted, where something is missing.
std::unique_ptr<rt::MaterialRule> buildRule(mlir::ModuleOp module, long long seed,
                                            const rt::TerrainSettings &settings, rt::Level level,
                                            const rt::BiomeTable &biomes,
                                            const Generator &generator);

} // namespace terrane::reference

#endif // TERRANE_TARGETS_REFERENCE_MATERIAL_RULE_H
