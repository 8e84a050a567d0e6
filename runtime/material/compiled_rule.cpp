//===- compiled_rule.cpp - The material rule of a compiled generator ------===//

#include "runtime/material/compiled_rule.h"

#include "runtime/random/world_random.h"

namespace terrane::rt {

CompiledRule::CompiledRule(std::shared_ptr<const KernelWorld> seeded, Level level,
                           const BiomeTable &biomes)
    : world(std::move(seeded)), material(*world->module().material) {
  const TerrainSettings &settings = *world->module().terrain;
  WorldRandom random(world->seed(), world->module().legacyRandomSource != 0);
  for (i32 i = 0; i < material.numVeins; ++i) {
    const u32 *entries = material.veinEntries + 3 * i64(i);
    allVeins.push_back({entries[0], entries[1], entries[2]});
  }
  for (i32 i = 0; i < material.numAnchors; ++i)
    anchors.push_back(resolveAnchor(material.anchors[i], settings, level));
  for (i32 i = 0; i < material.numGradients; ++i) {
    const KernelGradient &gradient = material.gradients[i];
    ranges.push_back({resolveAnchor(gradient.trueAtAndBelow, settings, level),
                      resolveAnchor(gradient.falseAtAndAbove, settings, level)});
    factories.push_back(random.positional(gradient.randomName));
  }
  for (i32 i = 0; i < material.numBiomeSets; ++i) {
    const KernelBiomeSet &set = material.biomeSets[i];
    std::vector<u8> in(biomes.biomes.size(), 0);
    for (i32 k = 0; k < set.count; ++k)
      for (std::size_t b = 0; b < in.size(); ++b)
        in[b] |= biomes.biomes[b].id == set.ids[k];
    members.push_back(std::move(in));
  }
  for (const std::vector<u8> &in : members)
    memberPointers.push_back(in.data());
  tables = {world->noises(),       anchors.data(),       ranges.data(),  nullptr,
            memberPointers.data(), material.veinEntries, &gradientFloat, this};
}

f32 CompiledRule::gradientFloat(const RuleTables *tables, const MaterialContext *c, i32 gradient) {
  const auto &self = *static_cast<const CompiledRule *>(tables->host);
  return self.factories[gradient].at(c->x, c->y, c->z).nextFloat();
}

/// Spec 40, 3.3: `present` holds every biome that a look-up can return, so a set without any of
/// them never holds and a set of all of them always does.
void CompiledRule::decide(const std::vector<bool> *present, std::vector<u8> &verdicts) const {
  verdicts.assign(members.size(), BiomeByBlock);
  for (std::size_t s = 0; present && s < members.size(); ++s) {
    bool any = false, all = true;
    for (std::size_t b = 0; b < members[s].size(); ++b)
      if ((*present)[b]) {
        any |= members[s][b] != 0;
        all &= members[s][b] != 0;
      }
    verdicts[s] = !any ? BiomeNever : all ? BiomeAlways : BiomeByBlock;
  }
}

void CompiledRule::walk(MaterialContext &context, const std::vector<bool> *present) const {
  std::vector<u8> verdicts;
  decide(present, verdicts);
  RuleTables own = tables;
  own.verdicts = verdicts.data();
  material.walk(&context, &own);
}

i32 CompiledRule::apply(MaterialContext &context, const std::vector<bool> *present) const {
  std::vector<u8> verdicts;
  decide(present, verdicts);
  RuleTables own = tables;
  own.verdicts = verdicts.data();
  return material.apply(&context, &own);
}

} // namespace terrane::rt
