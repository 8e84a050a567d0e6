//===- rule_reader.cpp - Material rule JSON to operations -----------------===//

#include "compiler/import/rule_reader.h"

#include "compiler/import/biome.h"
#include "compiler/json/numbers.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace terrane;
using namespace terrane::import;

static const llvm::StringRef surfaceNames[] = {"floor", "ceiling"};
static constexpr const char *idShape =
    "namespace:path of characters a-z 0-9 _ . - (and / in the path)";

/// While it is read. `fine` tells that something failed, so that a handler can read all its fields
/// and report everything at once.
struct RuleReader::Object {
  RuleReader &reader;
  const json::Value &json;
  std::string type; ///< full id
  Fields fields;
  Location loc;
  bool fine = true;

  template <typename T> T keep(std::optional<T> v) {
    fine &= v.has_value();
    return v.value_or(T());
  }
  const json::Value *required(llvm::StringRef key) {
    const json::Value *v = fields.required(key);
    fine &= v != nullptr;
    return v;
  }
  Value kept(Value v) {
    fine &= bool(v);
    return v;
  }
  Value rule(llvm::StringRef key) {
    const json::Value *v = required(key);
    return v ? kept(reader.readRule(*v, fields.what(key))) : Value();
  }
  Value condition(llvm::StringRef key) {
    const json::Value *v = required(key);
    return v ? kept(reader.readCondition(*v, fields.what(key))) : Value();
  }
  FlatSymbolRefAttr state(llvm::StringRef key) {
    const json::Value *v = required(key);
    FlatSymbolRefAttr symbol;
    if (v)
      symbol = reader.importer.stateSymbol(*v, fields.what(key));
    fine &= bool(symbol);
    return symbol;
  }
  IntegerAttr integer(llvm::StringRef key) {
    return reader.builder.getI32IntegerAttr(keep(fields.integer(key)));
  }
  IntegerAttr integer(llvm::StringRef key, int32_t low, int32_t high) {
    return reader.builder.getI32IntegerAttr(keep(fields.integer(key, low, high)));
  }
  UnitAttr flag(llvm::StringRef key) {
    return keep(fields.boolean(key)) ? reader.builder.getUnitAttr() : UnitAttr();
  }
  /// An id, as text in full form.
  std::optional<pack::Id> id(llvm::StringRef key) {
    const json::Value *v = required(key);
    std::optional<llvm::StringRef> text;
    if (v)
      text = readString(*v, fields.what(key), reader.diagnostics);
    std::optional<pack::Id> result = text ? pack::parseId(*text) : std::nullopt;
    if (text && !result)
      reader.diagnostics.error(
          v->where(), fields.what(key) + " is '" + text->str() + "', not a valid id", idShape);
    fine &= result.has_value();
    return result;
  }
  material::AnchorAttr anchor(llvm::StringRef key);
  template <typename Op, typename... Args> Value make(Args &&...args) {
    return fine ? reader.builder.create<Op>(loc, std::forward<Args>(args)...).getResult() : Value();
  }
};

//===----------------------------------------------------------------------===//
// Ids and objects
//===----------------------------------------------------------------------===//

Value RuleReader::readRule(const json::Value &v, llvm::StringRef what) {
  if (v.isObject())
    return ruleObject(v);
  if (!v.isString()) {
    diagnostics.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(),
                      "the id of a material rule, or an object with a 'type'");
    return {};
  }
  FlatSymbolRefAttr symbol = importer.ruleSymbol(v, what);
  if (!symbol)
    return {};
  return builder.create<material::RuleRefOp>(locationOf(v, *builder.getContext()), symbol);
}

Value RuleReader::readCondition(const json::Value &v, llvm::StringRef what) {
  if (v.isObject())
    return conditionObject(v);
  if (!v.isString()) {
    diagnostics.error(v.where(), what.str() + " is " + json::describe(v.kind()).str(),
                      "the id of a material condition, or an object with a 'type'");
    return {};
  }
  FlatSymbolRefAttr symbol = importer.conditionSymbol(v, what);
  if (!symbol)
    return {};
  return builder.create<material::ConditionRefOp>(locationOf(v, *builder.getContext()), symbol);
}

Value RuleReader::ruleObject(const json::Value &v) {
  return object(v, "material rule", ruleHandlers());
}

Value RuleReader::conditionObject(const json::Value &v) {
  return object(v, "material condition", conditionHandlers());
}

Value RuleReader::object(const json::Value &v, llvm::StringRef what,
                         const llvm::StringMap<Handler> &handlers) {
  if (!v.isObject()) {
    diagnostics.error(v.where(),
                      "a file of a " + what.str() + " is " + json::describe(v.kind()).str(),
                      "an object with a 'type'");
    return {};
  }
  const json::Value *type = Fields(v, what, diagnostics).required("type");
  std::optional<llvm::StringRef> text;
  if (type)
    text = readString(*type, "the type of a " + what.str(), diagnostics);
  if (!text)
    return {};
  std::optional<pack::Id> id = pack::parseId(*text);
  auto handler = id && id->space == "minecraft" ? handlers.find(id->path) : handlers.end();
  if (handler == handlers.end()) {
    std::vector<llvm::StringRef> names;
    for (const auto &entry : handlers)
      names.push_back(entry.getKey());
    llvm::sort(names);
    std::string expected = "one of '" + llvm::join(names, "', '") + "'";
    if (std::string near = nearest(id ? llvm::StringRef(id->path) : *text, names); !near.empty())
      expected += "; did you mean '" + near + "'?";
    diagnostics.error(type->where(), "unknown " + what.str() + " type '" + text->str() + "'",
                      expected);
    return {};
  }
  std::string full = "minecraft:" + id->path;
  Object o{*this, v, full, Fields(v, full, diagnostics), locationOf(v, *builder.getContext())};
  return (this->*handler->second)(o);
}

const llvm::StringMap<RuleReader::Handler> &RuleReader::ruleHandlers() {
  static const llvm::StringMap<Handler> map = {{"block", &RuleReader::block},
                                               {"bandlands", &RuleReader::bandlands},
                                               {"sequence", &RuleReader::sequence},
                                               {"condition", &RuleReader::condition},
                                               {"ore_vein", &RuleReader::oreVein}};
  return map;
}

const llvm::StringMap<RuleReader::Handler> &RuleReader::conditionHandlers() {
  static const llvm::StringMap<Handler> map = {
      {"biome", &RuleReader::biome},
      {"noise_threshold", &RuleReader::noiseThreshold},
      {"vertical_gradient", &RuleReader::verticalGradient},
      {"y_above", &RuleReader::yAbove},
      {"water", &RuleReader::water},
      {"stone_depth", &RuleReader::stoneDepth},
      {"not", &RuleReader::negation},
      {"temperature", &RuleReader::plain<material::TemperatureOp>},
      {"steep", &RuleReader::plain<material::SteepOp>},
      {"hole", &RuleReader::plain<material::HoleOp>},
      {"above_preliminary_surface", &RuleReader::plain<material::AbovePreliminarySurfaceOp>}};
  return map;
}

template <typename Op> Value RuleReader::plain(Object &o) {
  return o.make<Op>();
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

Value RuleReader::block(Object &o) {
  FlatSymbolRefAttr state = o.state("result_state");
  return o.make<material::PlaceOp>(state);
}

Value RuleReader::bandlands(Object &o) {
  return o.make<material::BandlandsOp>();
}

Value RuleReader::sequence(Object &o) {
  const json::Value *list = o.required("sequence");
  llvm::SmallVector<Value> rules;
  if (list && !list->isArray()) {
    diagnostics.error(list->where(),
                      o.fields.what("sequence") + " is " + json::describe(list->kind()).str(),
                      "a list of rules");
    o.fine = false;
  } else if (list) {
    for (const json::Value &rule : list->elements())
      rules.push_back(o.kept(readRule(rule, "an element of " + o.fields.what("sequence"))));
  }
  return o.make<material::SequenceOp>(rules);
}

Value RuleReader::condition(Object &o) {
  Value condition = o.condition("if_true");
  Value rule = o.rule("then_run");
  return o.make<material::WhenOp>(condition, rule);
}

Value RuleReader::oreVein(Object &o) {
  FlatSymbolRefAttr ore = o.state("ore_block"), raw = o.state("raw_ore_block"),
                    filler = o.state("filler_block");
  float chance = 0;
  if (const json::Value *v = o.required("raw_ore_chance")) {
    std::string what = o.fields.what("raw_ore_chance");
    std::optional<float> number = readF32(*v, what, diagnostics);
    chance = o.keep(number);
    if (number && (json::totalLess(chance, 0.0f) || json::totalLess(1.0f, chance))) {
      diagnostics.error(v->where(), what + " is " + v->text().str() + ", out of range",
                        "a number from 0 to 1, where -0.0 is below 0");
      o.fine = false;
    }
  }
  const json::Value *density = o.required("density"), *richness = o.required("richness"),
                    *fillerGap = o.required("filler_gap");
  std::string name;
  if (density && richness && fillerGap)
    name = importer.addVein(*density, *richness, *fillerGap);
  o.fine &= !name.empty();
  Value vein = o.make<material::PrepareVeinOp>(name);
  return o.make<material::OreVeinOp>(vein, ore, raw, filler, builder.getF32FloatAttr(chance));
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// A biome id, a list of ids (not of tags), or "#tag".
Value RuleReader::biome(Object &o) {
  static constexpr const char *shape = "a biome id, a list of biome ids, or '#' and a biome tag";
  llvm::SmallVector<Attribute> list;
  BiomeRegistry &biomes = importer.biomes();
  auto add = [&](const json::Value &v, const std::string &what) {
    if (!v.isString()) {
      diagnostics.error(v.where(), what + " is " + json::describe(v.kind()).str(), shape);
      o.fine = false;
      return;
    }
    std::optional<pack::Id> id = pack::parseId(v.text());
    if (!id)
      diagnostics.error(v.where(), what + " is '" + v.text().str() + "', not a valid id", shape);
    if (!id || !biomes.find(*id, v.where(), diagnostics))
      o.fine = false;
    else
      list.push_back(builder.getStringAttr(id->str()));
  };
  const json::Value *set = o.required("biome_is");
  std::string what = o.fields.what("biome_is");
  if (set && set->isArray()) {
    for (const json::Value &element : set->elements())
      add(element, "an element of " + what);
  } else if (set && set->isString() && set->text().starts_with("#")) {
    std::optional<pack::Id> tag = pack::parseId(set->text().drop_front());
    const TagRegistry::Tag *members = nullptr;
    if (!tag)
      diagnostics.error(set->where(), what + " is '" + set->text().str() + "', not a valid tag",
                        shape);
    else
      members = biomes.tags().find(*tag, set->where(), diagnostics);
    o.fine &= members != nullptr;
    if (members)
      for (const pack::Id &id : members->members)
        list.push_back(builder.getStringAttr(id.str()));
  } else if (set) {
    add(*set, what);
  }
  return o.make<material::BiomeOp>(builder.getArrayAttr(list));
}

Value RuleReader::noiseThreshold(Object &o) {
  std::optional<pack::Id> id = o.id("noise");
  FlatSymbolRefAttr noise;
  if (id)
    noise = importer.noiseSymbol(*id, o.json.find("noise")->where());
  o.fine &= bool(noise);
  double min = o.keep(o.fields.f64("min_threshold")), max = o.keep(o.fields.f64("max_threshold"));
  UnitAttr is3d = o.fields.optional("is_3d") ? o.flag("is_3d") : UnitAttr();
  return o.make<material::NoiseThresholdOp>(noise, builder.getF64FloatAttr(min),
                                            builder.getF64FloatAttr(max), is3d);
}

/// A nest of exclusive choices (spec 40, 1.2): an alternative succeeds when its key is there with a
/// number in range, and a choice with two successes fails as a whole.
material::AnchorAttr RuleReader::Object::anchor(llvm::StringRef key) {
  static const llvm::StringRef keys[] = {"absolute", "above_bottom", "below_top",
                                         "relative_to_sea_level"};
  static constexpr const char *shape =
      "an object with exactly one of 'absolute', 'above_bottom', 'below_top' and "
      "'relative_to_sea_level', a whole number from -2032 to 2031";
  const json::Value *v = required(key);
  if (!v)
    return {};
  std::string what = fields.what(key);
  auto fail = [&](std::string message) {
    reader.diagnostics.error(v->where(), std::move(message), shape);
    fine = false;
    return material::AnchorAttr();
  };
  if (!v->isObject())
    return fail(what + " is " + json::describe(v->kind()).str());
  std::optional<std::pair<unsigned, int32_t>> chosen;
  std::string present;
  for (unsigned i = 4; i-- > 0;) {
    const json::Value *number = v->find(keys[i]);
    if (!number)
      continue;
    present += (present.empty() ? "'" : "', '") + keys[i].str();
    if (!number->isNumber())
      continue;
    int32_t value = json::toI32(number->text());
    if (value < -2032 || value > 2031)
      continue;
    if (chosen)
      chosen.reset();
    else
      chosen = {i, value};
  }
  if (!chosen)
    return fail(what + (present.empty() ? std::string(" names no anchor")
                                        : " has no valid choice among " + present + "'"));
  return material::AnchorAttr::get(reader.builder.getContext(),
                                   static_cast<material::AnchorKind>(chosen->first),
                                   chosen->second);
}

Value RuleReader::verticalGradient(Object &o) {
  std::optional<pack::Id> name = o.id("random_name");
  material::AnchorAttr below = o.anchor("true_at_and_below"),
                       above = o.anchor("false_at_and_above");
  return o.make<material::VerticalGradientOp>(
      builder.getStringAttr(name ? name->str() : std::string()), below, above);
}

Value RuleReader::yAbove(Object &o) {
  material::AnchorAttr anchor = o.anchor("anchor");
  IntegerAttr multiplier = o.integer("surface_depth_multiplier", -20, 20);
  UnitAttr add = o.flag("add_stone_depth");
  return o.make<material::YAboveOp>(anchor, multiplier, add);
}

Value RuleReader::water(Object &o) {
  IntegerAttr offset = o.integer("offset");
  IntegerAttr multiplier = o.integer("surface_depth_multiplier", -20, 20);
  UnitAttr add = o.flag("add_stone_depth");
  return o.make<material::WaterOp>(offset, multiplier, add);
}

Value RuleReader::stoneDepth(Object &o) {
  IntegerAttr offset = o.integer("offset");
  UnitAttr add = o.flag("add_surface_depth");
  IntegerAttr range = o.integer("secondary_depth_range");
  unsigned surface = o.keep(o.fields.choice("surface_type", surfaceNames));
  return o.make<material::StoneDepthOp>(
      material::SurfaceAttr::get(builder.getContext(), static_cast<material::Surface>(surface)),
      offset, add, range);
}

Value RuleReader::negation(Object &o) {
  Value operand = o.condition("invert");
  return o.make<material::NotOp>(operand);
}
