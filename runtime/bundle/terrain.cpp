//===- terrain.cpp - Worlds of a bundle's dimensions ----------------------===//

#include "runtime/bundle/terrain.h"

#include "runtime/kernel/kernel_generator.h"
#include "runtime/material/compiled_rule.h"

namespace terrane::rt {

std::shared_ptr<const TerrainWorld> makeTerrainWorld(const std::shared_ptr<const Bundle> &bundle,
                                                     std::size_t dimension, i64 seed,
                                                     std::string &error,
                                                     std::shared_ptr<BatchEngine> batches) {
  const BundleDimension &from = bundle->dimensions()[dimension];
  const KernelModule &module = bundle->module(from.generator);
  auto functions = KernelGenerator::create(module, seed, error, bundle);
  if (!functions)
    return nullptr;
  TerrainWorld::Parts parts;
  parts.seed = seed;
  parts.level = from.level;
  parts.settings = {bundle, module.terrain};
  parts.biomes = from.biomes;
  parts.carvers = from.carvers;
  parts.rule = std::make_shared<CompiledRule>(functions->world(), from.level, from.biomes->table);
  parts.functions = std::move(functions);
  parts.batches = std::move(batches);
  return TerrainWorld::create(std::move(parts), error);
}

} // namespace terrane::rt
