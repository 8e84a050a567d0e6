//===- terrain_settings.cpp - The settings of a module as the runtime's data -===//

#include "targets/terrain_settings.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace terrane;

material::GraphOp terrane::materialGraph(ModuleOp module) {
  auto graphs = module.getOps<material::GraphOp>();
  return graphs.empty() ? material::GraphOp() : *graphs.begin();
}

llvm::DenseMap<StringAttr, rt::StateId> terrane::paletteOf(ModuleOp module) {
  llvm::DenseMap<StringAttr, rt::StateId> result;
  for (material::StateOp state : module.getOps<material::StateOp>())
    result.try_emplace(state.getSymNameAttr(), rt::StateId(result.size()));
  return result;
}

rt::KernelNoise terrane::noiseRow(density::NoiseParametersOp op, rt::KernelNoise::Kind kind) {
  return {kind,
          density::noiseId(op.getSymName()).data(),
          int32_t(op.getBaseOctave()),
          int32_t(op.getOctaveCount()),
          op.getBaseAmplitude().convertToDouble(),
          static_cast<int32_t>(op.getNormalize()),
          int32_t(op.getAmplitudeModifiers().size()),
          op.getAmplitudeModifiers().data(),
          {}};
}

std::unique_ptr<OwnedTerrainSettings> OwnedTerrainSettings::create(ModuleOp module) {
  material::GraphOp graph = materialGraph(module);
  if (!graph) {
    module.emitError("the module has no material graph");
    return nullptr;
  }
  auto result = std::make_unique<OwnedTerrainSettings>();
  // More than a palette of u16 holds; the game has some 36,000 states.
  constexpr size_t maxStates = 65535;
  llvm::DenseMap<llvm::StringRef, uint16_t> blocks;
  for (material::StateOp state : module.getOps<material::StateOp>()) {
    result->names.push_back(state.getCanonicalName().str());
    uint16_t block =
        blocks.try_emplace(state.getBlock(), static_cast<uint16_t>(blocks.size())).first->second;
    result->states.push_back({nullptr, block, static_cast<uint8_t>(state.getFlags())});
  }
  if (result->states.size() > maxStates) {
    graph.emitError("has more than ") << maxStates << " block states";
    return nullptr;
  }
  for (auto [state, name] : llvm::zip(result->states, result->names))
    state.name = name.c_str();

  llvm::DenseMap<StringAttr, rt::StateId> palette = paletteOf(module);
  bool fine = true;
  auto stateOf = [&](llvm::StringRef symbol) {
    auto known = palette.find(StringAttr::get(module.getContext(), symbol));
    if (known != palette.end())
      return known->second;
    graph.emitError("needs a state '") << symbol << "', which is not in the module";
    fine = false;
    return rt::airState;
  };
  auto named = [&](const char *name) {
    return stateOf((material::statePrefix + "minecraft:" + name).str());
  };
  rt::TerrainSettings &t = result->terrain;
  t.minY = int32_t(graph.getMinY());
  t.height = int32_t(graph.getHeight());
  t.seaLevel = int32_t(graph.getSeaLevel());
  t.legacyRandomSource = graph.getLegacyRandomSource();
  t.aquifers = graph.getAquifers();
  auto ofBlock = [&](const char *block) {
    for (material::StateOp state : module.getOps<material::StateOp>())
      if (state.getBlock() == block)
        return stateOf(state.getSymName());
    return named(block);
  };
  t.named.defaultBlock = stateOf(graph.getDefaultBlock());
  t.named.defaultFluid = stateOf(graph.getDefaultFluid());
  // Default states come first in the palette (StatePalette::addNamed).
  t.named.water = ofBlock("minecraft:water");
  t.named.lava = ofBlock("minecraft:lava");
  t.named.snowBlock = ofBlock("minecraft:snow_block");
  t.named.packedIce = ofBlock("minecraft:packed_ice");
  const char *bands[] = {"minecraft:terracotta",           "minecraft:orange_terracotta",
                         "minecraft:yellow_terracotta",    "minecraft:brown_terracotta",
                         "minecraft:red_terracotta",       "minecraft:white_terracotta",
                         "minecraft:light_gray_terracotta"};
  for (int i = 0; i < 7; ++i)
    t.named.terracotta[i] = ofBlock(bands[i]);
  t.numStates = int32_t(result->states.size());
  t.states = result->states.data();

  SymbolTable symbols(module);
  for (const char *name : rt::systemNoiseNames) {
    std::string id = std::string("minecraft:") + name;
    auto op = symbols.lookup<density::NoiseParametersOp>((density::noisePrefix + id).str());
    if (!op) {
      graph.emitError("needs the noise '") << id << "', which is not in the module";
      return nullptr;
    }
    result->noiseIds.push_back(std::move(id));
    result->modifiers.push_back(op.getAmplitudeModifiers().vec());
    result->noises.push_back(noiseRow(op, rt::KernelNoise::Material));
  }
  for (size_t i = 0; i < result->noises.size(); ++i) {
    result->noises[i].id = result->noiseIds[i].c_str();
    result->noises[i].modifiers = result->modifiers[i].data();
  }
  t.systemNoises = result->noises.data();
  return fine ? std::move(result) : nullptr;
}
