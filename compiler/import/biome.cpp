//===- biome.cpp - `worldgen/biome` files and biome tags ------------------===//

#include "compiler/import/biome.h"

#include "compiler/import/fields.h"

namespace terrane::import {

namespace {

std::vector<std::string> biomeIds(const pack::Stack &packs) {
  std::vector<std::string> result;
  for (const pack::Id &id : packs.ids("biome"))
    result.push_back(id.str());
  return result;
}

} // namespace

std::optional<BiomeForm> readBiome(const json::Value &v, llvm::StringRef id, Diagnostics &d) {
  std::string owner = id.empty() ? "the inline biome" : "biome '" + id.str() + "'";
  if (!v.isObject()) {
    d.error(v.where(), owner + " is " + json::describe(v.kind()).str(), "an object");
    return std::nullopt;
  }
  Fields fields(v, owner, d);
  auto number = [&](llvm::StringRef key) -> std::optional<float> {
    const json::Value *value = fields.required(key);
    return value ? readF32(*value, fields.what(key), d) : std::nullopt;
  };
  bool fine = fields.boolean("has_precipitation").has_value();
  std::optional<float> temperature = number("temperature");
  fine &= number("downfall").has_value();
  std::optional<unsigned> modifier = 0;
  if (fields.optional("temperature_modifier"))
    modifier = fields.choice("temperature_modifier", {"none", "frozen"});
  if (!fine || !temperature || !modifier)
    return std::nullopt;
  BiomeForm result;
  result.biome.id = id.str();
  result.biome.temperature = *temperature;
  result.biome.frozen = *modifier == 1;
  result.source = &v;
  result.carvers = fields.optional("carvers");
  return result;
}

BiomeRegistry::BiomeRegistry(const pack::Stack &packs)
    : packs(packs),
      biomeTags(packs, "worldgen/biome",
                TagElements{"biome", [this](const pack::Id &id) { return exists(id); },
                            [&packs] { return biomeIds(packs); }}) {}

bool BiomeRegistry::exists(const pack::Id &id) const {
  Diagnostics ignored; // an unreadable file is reported where the biome is used
  bool found = false;
  packs.load("biome", id, ignored, found);
  return found;
}

const BiomeForm *BiomeRegistry::find(const pack::Id &id, const SourcePosition &where,
                                     Diagnostics &d) {
  std::string name = id.str();
  if (auto it = read.find(name); it != read.end())
    return &it->second;
  bool found = false;
  const json::Document *document = packs.load("biome", id, d, found);
  if (!found) {
    std::string expected =
        "a file data/" + id.space + "/worldgen/biome/" + id.path + ".json in one of the packs";
    if (std::string near = pack::nearestId(id, biomeIds(packs)); !near.empty())
      expected += "; did you mean '" + near + "'?";
    d.error(where, "no biome '" + name + "' in " + packs.describe(), expected);
  }
  if (!document)
    return nullptr;
  std::optional<BiomeForm> biome = readBiome(document->root(), name, d);
  // A malformed biome is read again each time, so that every `Diagnostics` hears of it.
  return biome ? &read.try_emplace(name, std::move(*biome)).first->second : nullptr;
}

} // namespace terrane::import
