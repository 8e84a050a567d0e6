//===- dimension.cpp - Dimensions and their types -------------------------===//

#include "compiler/import/dimension.h"

#include "compiler/import/fields.h"
#include "compiler/import/noise_settings.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace terrane::import {

namespace {

std::string presetPath(const pack::Id &preset) {
  return "data/" + preset.space + "/worldgen/world_preset/" + preset.path + ".json";
}

std::vector<std::string> fullIds(llvm::ArrayRef<pack::Id> ids) {
  std::vector<std::string> result;
  for (const pack::Id &id : ids)
    result.push_back(id.str());
  return result;
}

void withHint(std::string &expected, const pack::Id &id, llvm::ArrayRef<pack::Id> known,
              llvm::StringRef before = "") {
  if (std::string near = pack::nearestId(id, fullIds(known)); !near.empty())
    expected += "; did you mean '" + before.str() + near + "'?";
}

class DimensionReader {
public:
  DimensionReader(const pack::Id &id, const pack::Id &preset, BiomeRegistry &biomes, Diagnostics &d)
      : id(id), preset(preset), owner("dimension '" + id.str() + "'"), biomes(biomes),
        packs(biomes.stack()), d(d) {}

  std::optional<DimensionForm> read() {
    DimensionForm result;
    result.id = id;
    result.source = find();
    if (!result.source || !expectObject(*result.source, owner))
      return std::nullopt;
    Fields fields(*result.source, owner, d);
    bool fine = true;
    if (const json::Value *type = fields.required("type")) {
      std::optional<rt::Level> level = readType(*type, fields.what("type"));
      fine = level.has_value();
      result.level = level.value_or(rt::Level{0, 0});
    } else {
      fine = false;
    }
    const json::Value *generator = fields.required("generator");
    if (!generator || !readGenerator(*generator, fields.what("generator"), result) || !fine)
      return std::nullopt;
    warnOfDisjointRanges(result);
    return result;
  }

private:
  bool expectObject(const json::Value &v, const std::string &what) {
    if (v.isObject())
      return true;
    d.error(v.where(), what + " is " + json::describe(v.kind()).str(), "an object");
    return false;
  }

  /// The dimension's object, from its own file or from the world preset.
  const json::Value *find() {
    std::string path = "data/" + id.space + "/dimension/" + id.path + ".json";
    bool found = false;
    if (const json::Document *document = packs.loadPath(path, d, found))
      return &document->root();
    if (found)
      return nullptr;
    const json::Document *document = packs.loadPath(presetPath(preset), d, found);
    if (!found)
      return missing("no dimension '" + id.str() + "' and no world preset '" + preset.str() +
                         "' in " + packs.describe(),
                     "a file " + path + " or " + presetPath(preset) + " in one of the packs", {});
    if (!document || !expectObject(document->root(), "a world preset"))
      return nullptr;
    Fields fields(document->root(), "world preset '" + preset.str() + "'", d);
    const json::Value *dimensions = fields.required("dimensions");
    if (!dimensions || !expectObject(*dimensions, fields.what("dimensions")))
      return nullptr;
    for (const json::Member &member : dimensions->members())
      if (std::optional<pack::Id> key = pack::parseId(member.key);
          key && key->str() == id.str() && !member.value.isNull())
        return &member.value;
    return missing("no dimension '" + id.str() + "' in " + packs.describe() +
                       " or in world preset '" + preset.str() + "'",
                   "a file " + path + " in one of the packs, or an entry of the preset",
                   dimensions->where());
  }

  const json::Value *missing(std::string message, std::string expected, SourcePosition where) {
    withHint(expected, id, dimensionIds(packs, preset));
    d.error(std::move(where), std::move(message), std::move(expected));
    return nullptr;
  }

  std::optional<rt::Level> readType(const json::Value &type, const std::string &what) {
    if (!type.isString()) {
      if (type.isObject())
        return readDimensionType(type, what, d);
      d.error(type.where(), what + " is " + json::describe(type.kind()).str(),
              "the id of a dimension type or its object");
      return std::nullopt;
    }
    std::optional<pack::Id> typeId = pack::parseId(type.text());
    if (!typeId) {
      d.error(type.where(), what + " is '" + type.text().str() + "', which is no id",
              "the id of a dimension type, such as 'minecraft:overworld'");
      return std::nullopt;
    }
    std::string path = "data/" + typeId->space + "/dimension_type/" + typeId->path + ".json";
    bool found = false;
    const json::Document *document = packs.loadPath(path, d, found);
    if (!found) {
      std::string expected = "a file " + path + " in one of the packs";
      withHint(expected, *typeId, packs.idsIn("dimension_type"));
      d.error(type.where(), "no dimension type '" + typeId->str() + "' in " + packs.describe(),
              expected);
    }
    return document
               ? readDimensionType(document->root(), "dimension type '" + typeId->str() + "'", d)
               : std::nullopt;
  }

  bool readGenerator(const json::Value &generator, const std::string &what, DimensionForm &result) {
    if (!expectObject(generator, what))
      return false;
    Fields kind(generator, what, d);
    std::optional<llvm::StringRef> type = kind.string("type");
    if (!type)
      return false;
    std::optional<pack::Id> typeId = pack::parseId(*type);
    std::string name = typeId ? typeId->str() : type->str();
    if (name != "minecraft:noise") {
      bool other = name == "minecraft:flat" || name == "minecraft:debug";
      d.error(kind.optional("type")->where(),
              other ? "generators of type '" + name + "' have no terrain functions to compile"
                    : "unknown generator type '" + type->str() + "'",
              "a generator of type 'minecraft:noise'");
      return false;
    }
    Fields fields(generator, "minecraft:noise", d);
    const json::Value *settings = fields.required("settings");
    bool fine = settings && readSettings(*settings, fields.what("settings"), result);
    const json::Value *source = fields.required("biome_source");
    std::optional<BiomeSourceForm> read =
        source ? readBiomeSource(*source, biomes, d) : std::nullopt;
    if (!fine || !read)
      return false;
    result.biomes = std::move(*read);
    return true;
  }

  bool readSettings(const json::Value &settings, const std::string &what, DimensionForm &result) {
    if (settings.isObject()) {
      result.settings = &settings;
      return true;
    }
    std::optional<pack::Id> settingsId =
        settings.isString() ? pack::parseId(settings.text()) : std::nullopt;
    if (!settingsId) {
      d.error(settings.where(),
              what + " is " +
                  (settings.isString() ? "'" + settings.text().str() + "', which is no id"
                                       : json::describe(settings.kind()).str()),
              "the id of noise settings, such as 'minecraft:overworld', or their object");
      return false;
    }
    bool found = false;
    const json::Document *document = packs.load("noise_settings", *settingsId, d, found);
    if (!found) {
      std::string expected = "a file data/" + settingsId->space + "/worldgen/noise_settings/" +
                             settingsId->path + ".json in one of the packs";
      withHint(expected, *settingsId, packs.ids("noise_settings"));
      d.error(settings.where(),
              "no noise settings '" + settingsId->str() + "' in " + packs.describe(), expected);
    }
    if (!document)
      return false;
    result.settings = &document->root();
    result.settingsId = std::move(settingsId);
    return true;
  }

  void warnOfDisjointRanges(const DimensionForm &form) {
    Diagnostics ignored; // whoever reads the settings for their content reports their errors
    std::optional<NoiseSettings> settings = readNoiseSettings(*form.settings, ignored);
    if (!settings)
      return;
    std::int32_t low = std::max(settings->minY, form.level.minY);
    std::int32_t end =
        std::min(settings->minY + settings->height, form.level.minY + form.level.height);
    if (low < end)
      return;
    auto range = [](std::int32_t minY, std::int32_t height) {
      return height == 0 ? std::string("no blocks")
                         : "y " + std::to_string(minY) + " to " + std::to_string(minY + height - 1);
    };
    d.warning(form.source->where(),
              owner + " stays empty: its type covers " + range(form.level.minY, form.level.height) +
                  ", its noise settings " + range(settings->minY, settings->height),
              "ranges that overlap");
  }

  const pack::Id &id, &preset;
  std::string owner;
  BiomeRegistry &biomes;
  const pack::Stack &packs;
  Diagnostics &d;
};

} // namespace

std::optional<rt::Level> readDimensionType(const json::Value &v, llvm::StringRef what,
                                           Diagnostics &d) {
  if (!v.isObject()) {
    d.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(), "an object");
    return std::nullopt;
  }
  Fields fields(v, what, d);
  std::optional<std::int32_t> minY = fields.integer("min_y", dimensionMinY, dimensionEndY - 1);
  std::optional<std::int32_t> height = fields.integer("height", 16, dimensionEndY - dimensionMinY);
  if (!minY || !height)
    return std::nullopt;
  bool fine = true;
  auto fail = [&](const json::Value &at, std::string message, std::string expected) {
    d.error(at.where(), std::move(message), std::move(expected));
    fine = false;
  };
  if (*minY + *height > dimensionEndY)
    fail(v, "min_y + height of " + what.str() + " is " + std::to_string(*minY + *height),
         "a sum of at most 2032");
  if (*height % 16 != 0)
    fail(*v.find("height"),
         fields.what("height") + " is " + std::to_string(*height) + ", no multiple of 16",
         "a multiple of 16");
  if (*minY % 16 != 0)
    fail(*v.find("min_y"),
         fields.what("min_y") + " is " + std::to_string(*minY) + ", no multiple of 16",
         "a multiple of 16");
  return fine ? std::optional(rt::Level{*minY, *height}) : std::nullopt;
}

std::optional<DimensionForm> readDimension(const pack::Id &id, const pack::Id &preset,
                                           BiomeRegistry &biomes, Diagnostics &d) {
  return DimensionReader(id, preset, biomes, d).read();
}

std::vector<pack::Id> dimensionIds(const pack::Stack &packs, const pack::Id &preset) {
  std::vector<pack::Id> result = packs.idsIn("dimension");
  Diagnostics ignored;
  bool found = false;
  const json::Document *document = packs.loadPath(presetPath(preset), ignored, found);
  const json::Value *dimensions =
      document && document->root().isObject() ? document->root().find("dimensions") : nullptr;
  if (dimensions && dimensions->isObject())
    for (const json::Member &member : dimensions->members())
      if (std::optional<pack::Id> id = pack::parseId(member.key); id && !member.value.isNull())
        result.push_back(std::move(*id));
  auto key = [](const pack::Id &id) { return std::tie(id.space, id.path); };
  llvm::sort(result, [&](const pack::Id &a, const pack::Id &b) { return key(a) < key(b); });
  result.erase(std::unique(result.begin(), result.end(),
                           [&](const pack::Id &a, const pack::Id &b) { return key(a) == key(b); }),
               result.end());
  return result;
}

} // namespace terrane::import
