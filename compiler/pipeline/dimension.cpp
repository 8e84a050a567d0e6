//===- dimension.cpp - A dimension, compiled for its terrain step ---------===//

#include "compiler/pipeline/dimension.h"

#include "compiler/import/carver.h"
#include "compiler/import/dimension.h"
#include "targets/terrain_settings.h"

using namespace terrane;

std::optional<CompiledDimension>
terrane::compileDimension(mlir::MLIRContext &context, const pack::Stack &packs, const pack::Id &id,
                          const pack::Id &preset, Diagnostics &diagnostics) {
  import::BiomeRegistry registry(packs);
  std::optional<import::DimensionForm> form =
      import::readDimension(id, preset, registry, diagnostics);
  if (!form)
    return std::nullopt;
  if (!form->settingsId) {
    diagnostics.error(form->settings->where(), "inline noise settings cannot be compiled",
                      "the id of a file in data/<namespace>/worldgen/noise_settings");
    return std::nullopt;
  }
  CompileRequest request;
  request.settings = *form->settingsId;
  request.terrain = true;
  for (const rt::Biome &biome : form->biomes.table.biomes)
    request.possibleBiomes.push_back(biome.id.empty() ? "(inline)" : biome.id);
  CompiledDimension result;
  result.settings = *form->settingsId;
  result.module = compileToSamplers(context, packs, request, diagnostics);
  if (!result.module)
    return std::nullopt;
  DiagnosticBridge bridge(context, diagnostics);
  auto terrain = OwnedTerrainSettings::create(*result.module);
  import::CarverLists carvers(packs);
  if (!terrain || !carvers.readAll(form->biomes, diagnostics))
    return std::nullopt;
  auto states = import::readCarvedFlags(terrain->settings(), packs, diagnostics);
  if (!states)
    return std::nullopt;
  rt::DimensionData &data = result.data;
  data.dimension = id.str();
  data.level = form->level;
  for (int i = 0; i < terrain->settings().numStates; ++i)
    data.states.push_back(terrain->settings().states[i].name);
  if (auto *list = std::get_if<import::MultiNoiseEntries>(&form->biomes.kind))
    data.source = rt::MultiNoiseList{std::move(list->entries)};
  else if (auto *fixed = std::get_if<rt::FixedSource>(&form->biomes.kind))
    data.source = *fixed;
  else if (auto *board = std::get_if<rt::CheckerboardSource>(&form->biomes.kind))
    data.source = std::move(*board);
  else
    data.source = std::get<rt::TheEndSource>(form->biomes.kind);
  data.biomes = std::move(form->biomes.table);
  data.carvers = std::move(carvers.set());
  data.carvers.states = std::move(*states);
  return result;
}
