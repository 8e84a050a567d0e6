//===- check.cpp - terrane check: every file of a pack stack --------------===//

#include "compiler/import/carver.h"
#include "compiler/import/dimension.h"
#include "compiler/import/importer.h"
#include "tools/terrane/common.h"

using namespace terrane;
using namespace terrane::tool;

namespace {

/// What a check went through, for its last line.
class Counts {
public:
  void add(size_t count, const char *what) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  }
  const std::string &str() const { return text; }

private:
  std::string text;
};

/// Functions, noises, noise settings, material rules and conditions: loads every file, then
/// compiles what loads, since some errors (value ranges, cycles of rules) only show there.
void checkModules(const pack::Stack &packs, Counts &counts, Diagnostics &diagnostics) {
  std::vector<pack::Id> functions = packs.ids("density_function"), noises = packs.ids("noise"),
                        settings = packs.ids("noise_settings"), rules = packs.ids("material_rule"),
                        conditions = packs.ids("material_condition");
  counts.add(functions.size(), "density functions");
  counts.add(noises.size(), "noises");
  counts.add(settings.size(), "noise settings");
  counts.add(rules.size(), "material rules");
  counts.add(conditions.size(), "material conditions");
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  DiagnosticBridge bridge(context, diagnostics);
  import::Importer importer(context, packs, diagnostics);
  for (const pack::Id &id : noises)
    importer.addNoise(id);
  for (const pack::Id &id : settings)
    importer.addSettings(id);
  importer.beginGraph("functions", false);
  for (const pack::Id &id : functions)
    importer.addEntry(id.str(), id);
  for (const pack::Id &id : settings)
    importer.addSettingsRule(id);
  for (const pack::Id &id : rules)
    importer.addRule(id);
  for (const pack::Id &id : conditions)
    importer.addCondition(id);
  if (auto module = importer.finish())
    runPipelines(*module, {"vanilla-26.3", "material"}, diagnostics);
}

/// Whether the dimension's generator is of a type that has no terrain, which is no error.
bool isFlat(const pack::Stack &packs, const pack::Id &id) {
  Diagnostics ignored;
  bool found = false;
  const json::Document *document =
      packs.loadPath("data/" + id.space + "/dimension/" + id.path + ".json", ignored, found);
  const json::Value *v = document ? &document->root() : nullptr;
  for (const char *key : {"generator", "type"})
    v = v && v->isObject() ? v->find(key) : nullptr;
  std::optional<pack::Id> type = v && v->isString() ? pack::parseId(v->text()) : std::nullopt;
  return type && (type->str() == "minecraft:flat" || type->str() == "minecraft:debug");
}

/// Hands on what `diagnostics` does not have yet: what is wrong with one file shows wherever it is
/// used.
void addOnce(const Diagnostics &all, Diagnostics &diagnostics) {
  for (const Diagnostic &one : all.all()) {
    bool known = llvm::any_of(diagnostics.all(), [&](const Diagnostic &other) {
      return other.where.file == one.where.file && other.where.pointer == one.where.pointer &&
             other.message == one.message;
    });
    if (known)
      continue;
    Diagnostic &copy = one.severity == Severity::Warning
                           ? diagnostics.warning(one.where, one.message, one.expected)
                           : diagnostics.error(one.where, one.message, one.expected);
    copy.notes = one.notes;
  }
}

/// Biomes with their lists of carvers, carvers, the tags of both, dimension types and dimensions
/// with their biome sources.
void checkDimensions(const pack::Stack &packs, Counts &counts, Diagnostics &diagnostics) {
  // Whose dimensions a world has when nobody chooses another.
  const pack::Id normalPreset{"minecraft", "normal"};
  import::BiomeRegistry registry(packs);
  import::CarverLists carvers(packs);
  std::vector<pack::Id> biomes = packs.ids("biome"), tags = packs.idsIn("tags/worldgen/biome"),
                        types = packs.idsIn("dimension_type"),
                        dimensions = import::dimensionIds(packs, normalPreset);
  counts.add(biomes.size(), "biomes");
  counts.add(tags.size(), "biome tags");
  counts.add(packs.ids("carver").size(), "carvers");
  counts.add(packs.idsIn("tags/worldgen/carver").size(), "carver tags");
  counts.add(types.size(), "dimension types");
  counts.add(dimensions.size(), "dimensions");
  Diagnostics all;
  carvers.checkFiles(all);
  for (const pack::Id &id : biomes)
    if (const import::BiomeForm *biome = registry.find(id, {}, all))
      carvers.readBiome(*biome->source, id.str(), all);
  for (const pack::Id &id : tags)
    registry.tags().find(id, {}, all);
  for (const pack::Id &id : types) {
    bool found = false;
    if (const json::Document *document =
            packs.loadPath("data/" + id.space + "/dimension_type/" + id.path + ".json", all, found))
      import::readDimensionType(document->root(), "dimension type '" + id.str() + "'", all);
  }
  for (const pack::Id &id : dimensions)
    if (!isFlat(packs, id))
      if (auto dimension = import::readDimension(id, normalPreset, registry, all))
        carvers.readAll(dimension->biomes, all); // for the inline biomes
  addOnce(all, diagnostics);
}

int check(const Common &common) {
  Diagnostics diagnostics;
  if (common.packs.empty())
    diagnostics.error({}, "no pack given", "--pack PATH");
  auto packs = diagnostics.hasErrors() ? nullptr : pack::openStack(common.packs, diagnostics);
  if (!packs)
    return report(diagnostics, common);
  Counts counts;
  checkModules(*packs, counts, diagnostics);
  checkDimensions(*packs, counts, diagnostics);
  if (!common.quiet && !common.json && !diagnostics.hasErrors())
    llvm::outs() << "checked " << counts.str() << ": no errors\n";
  return report(diagnostics, common);
}

} // namespace

void tool::addCheck(CLI::App &app, int &exitCode) {
  CLI::App *sub = app.add_subcommand(
      "check", "Load a pack stack and report every error with file, line, column and JSON pointer");
  auto common = std::make_shared<Common>();
  common->addTo(*sub);
  sub->callback([common, &exitCode] { exitCode = onDeepStack([&] { return check(*common); }); });
}
