//===- noise_settings.cpp - `worldgen/noise_settings` files ---------------===//

#include "compiler/import/noise_settings.h"

#include "compiler/import/fields.h"

#include "llvm/ADT/STLExtras.h"

namespace terrane::import {

namespace {

constexpr llvm::StringLiteral routerNames[numRouterEntries] = {
    "temperature", "vegetation", "continents",          "erosion",
    "depth",       "ridges",     "chunk_surface_level", "final_density"};
constexpr llvm::StringLiteral aquiferNames[numAquiferEntries] = {
    "barrier",      "fluid_level_floodedness", "fluid_level_spread", "lava", "exclusion",
    "surface_level"};

/// Reads one settings file; each step reports its errors and clears `fine`.
class Reader {
public:
  Reader(const json::Value &root, Diagnostics &d) : d(d), top(root, "noise settings", d) {
    result.source = &root;
  }

  std::optional<NoiseSettings> read() {
    readVerticalRange();
    readBlocks();
    readRouter();
    readMaterialRule();
    readSpawnTarget();
    set(result.seaLevel, top.integer("sea_level"));
    set(result.disableMobGeneration, top.boolean("disable_mob_generation"));
    readAquifers();
    set(result.legacyRandomSource, top.boolean("legacy_random_source"));
    readDebugFunctions();
    return fine ? std::optional<NoiseSettings>(std::move(result)) : std::nullopt;
  }

private:
  template <typename T> void set(T &field, std::optional<T> value) {
    fine &= value.has_value();
    if (value)
      field = std::move(*value);
  }

  void fail(const json::Value &v, std::string message, std::string expected) {
    d.error(v.where(), std::move(message), std::move(expected));
    fine = false;
  }

  bool expectObject(const json::Value &v, llvm::StringRef what) {
    if (v.isObject())
      return true;
    fail(v, what.str() + " is " + json::describe(v.kind()).str(), "an object");
    return false;
  }

  bool expectList(const json::Value &v, llvm::StringRef what) {
    if (v.isArray())
      return true;
    fail(v, what.str() + " is " + json::describe(v.kind()).str(), "a list");
    return false;
  }

  /// A required field of the file; `old` is what stood in its place before 26.3.
  const json::Value *required(const Fields &fields, llvm::StringRef key, llvm::StringRef old) {
    if (!fields.optional(key) && fields.optional(old)) {
      fail(fields.object, "missing " + fields.what(key),
           "a field '" + key.str() + "', which took the place of '" + old.str() +
               "' in 26.3: these settings are of an older version");
      return nullptr;
    }
    const json::Value *value = fields.required(key);
    fine &= value != nullptr;
    return value;
  }

  const json::Value *required(const Fields &fields, llvm::StringRef key) {
    const json::Value *value = fields.required(key);
    fine &= value != nullptr;
    return value;
  }

  const json::Value *function(const Fields &fields, llvm::StringRef key, llvm::StringRef old = {}) {
    const json::Value *value = old.empty() ? required(fields, key) : required(fields, key, old);
    if (value)
      fine &= expectFunctionForm(*value, fields.what(key), d);
    return value;
  }

  void readVerticalRange() {
    const json::Value *noise = required(top, "noise");
    if (!noise || !expectObject(*noise, top.what("noise")))
      return;
    Fields fields(*noise, "'noise'", d);
    std::optional<std::int32_t> minY = fields.integer("min_y", dimensionMinY, dimensionEndY - 1);
    std::optional<std::int32_t> height = fields.integer("height", 0, dimensionEndY - dimensionMinY);
    if (!minY || !height) {
      fine = false;
      return;
    }
    result.minY = *minY;
    result.height = *height;
    // The order of the checks is the game's (spec 30, 2.1).
    if (*minY + *height > dimensionEndY)
      fail(*noise, "min_y + height cannot be higher than: 2032",
           "a sum of at most 2032; it is " + std::to_string(*minY + *height));
    else if (*height % 16 != 0)
      fail(*noise->find("height"), "height has to be a multiple of 16",
           neighbours(*height, 0, dimensionEndY - dimensionMinY));
    else if (*minY % 16 != 0)
      fail(*noise->find("min_y"), "min_y has to be a multiple of 16",
           neighbours(*minY, dimensionMinY, dimensionEndY - 16));
  }

  /// The multiples of 16 around a value that is none.
  static std::string neighbours(std::int32_t value, std::int32_t low, std::int32_t high) {
    std::int32_t below = value - ((value % 16) + 16) % 16, above = below + 16;
    if (below < low)
      return std::to_string(above);
    if (above > high)
      return std::to_string(below);
    return std::to_string(below) + " or " + std::to_string(above);
  }

  void readBlocks() {
    if (const json::Value *block = required(top, "default_block"))
      set(result.defaultBlock, readBlockState(*block, top.what("default_block"), d));
    if (const json::Value *fluid = required(top, "default_fluid"))
      set(result.defaultFluid, readBlockState(*fluid, top.what("default_fluid"), d));
  }

  void readRouter() {
    const json::Value *router = required(top, "noise_router");
    if (!router || !expectObject(*router, top.what("noise_router")))
      return;
    Fields fields(*router, "'noise_router'", d);
    for (unsigned i = 0; i < numRouterEntries; ++i) {
      bool surface = i == static_cast<unsigned>(RouterEntry::ChunkSurfaceLevel);
      result.router[i] =
          function(fields, routerNames[i], surface ? "preliminary_surface_level" : "");
    }
  }

  void readAquifers() {
    const json::Value *aquifers = top.optional("aquifers");
    if (!aquifers || !expectObject(*aquifers, top.what("aquifers")))
      return;
    Fields fields(*aquifers, "'aquifers'", d);
    result.aquifers.emplace();
    for (unsigned i = 0; i < numAquiferEntries; ++i)
      (*result.aquifers)[i] = function(fields, aquiferNames[i]);
  }

  void readMaterialRule() {
    const json::Value *rule = required(top, "material_rule", "surface_rule");
    if (!rule)
      return;
    std::string what = top.what("material_rule");
    if (rule->isString()) {
      if (!pack::parseId(rule->text()))
        fail(*rule, what + " is '" + rule->text().str() + "', which is no id",
             "the id of a material rule, such as 'minecraft:overworld', or a rule object");
    } else if (!rule->isObject()) {
      fail(*rule, what + " is " + json::describe(rule->kind()).str(),
           "the id of a material rule or a rule object");
    }
    result.materialRule = rule;
  }

  void readSpawnTarget() {
    const json::Value *targets = required(top, "spawn_target");
    if (!targets || !expectList(*targets, top.what("spawn_target")))
      return;
    for (const json::Value &target : targets->elements()) {
      std::string what = "element " + std::to_string(result.spawnTarget.size()) + " of " +
                         top.what("spawn_target");
      result.spawnTarget.emplace_back();
      if (expectObject(target, what))
        readConditions(target, result.spawnTarget.back());
    }
  }

  void readConditions(const json::Value &target, std::vector<SpawnCondition> &conditions) {
    for (const json::Member &member : target.members()) {
      if (member.value.isNull())
        continue; // counts as absent
      SourcePosition where = member.value.where();
      where.line = member.keyLine;
      where.column = member.keyColumn;
      std::optional<pack::Id> id = pack::parseId(member.key);
      if (!id) {
        d.error(where, "the key '" + member.key + "' of a spawn target is no id",
                "the id of a density function");
        fine = false;
        continue;
      }
      bool again = llvm::any_of(conditions, [&](const SpawnCondition &other) {
        return other.function.str() == id->str();
      });
      if (again) {
        d.error(where, "the function '" + id->str() + "' stands twice in one spawn target",
                "each function once");
        fine = false;
        continue;
      }
      std::optional<ClimateInterval> interval =
          readClimateInterval(member.value, "the interval of '" + member.key + "'", d);
      fine &= interval.has_value();
      conditions.push_back({std::move(*id), interval.value_or(ClimateInterval()), where});
    }
  }

  void readDebugFunctions() {
    const json::Value *list = top.optional("debug_functions");
    if (!list || !expectList(*list, top.what("debug_functions")))
      return;
    for (const json::Value &element : list->elements()) {
      std::string what = "element " + std::to_string(result.debugFunctions.size()) + " of " +
                         top.what("debug_functions");
      result.debugFunctions.emplace_back();
      DebugFunction &debug = result.debugFunctions.back();
      if (!expectObject(element, what))
        continue;
      Fields fields(element, what, d);
      set(debug.label, fields.string("label"));
      debug.function = function(fields, "function");
    }
  }

  Diagnostics &d;
  Fields top;
  NoiseSettings result;
  bool fine = true;
};

} // namespace

llvm::StringRef name(RouterEntry entry) {
  return routerNames[static_cast<unsigned>(entry)];
}
llvm::StringRef name(AquiferEntry entry) {
  return aquiferNames[static_cast<unsigned>(entry)];
}

bool expectFunctionForm(const json::Value &v, llvm::StringRef what, Diagnostics &d) {
  if (v.isNumber() || v.isString() || v.isObject())
    return true;
  d.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(),
          "a number, an id string or an object");
  return false;
}

std::optional<NoiseSettings> readNoiseSettings(const json::Value &v, Diagnostics &d) {
  if (!v.isObject()) {
    d.error(v.where(), "noise settings are " + json::describe(v.kind()).str(), "an object");
    return std::nullopt;
  }
  return Reader(v, d).read();
}

} // namespace terrane::import
